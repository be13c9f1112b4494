import type { Files } from './archive.ts'

const definition = `<?xml version="1.0" encoding="UTF-8"?>
<jasperReport xmlns="http://jasperreports.sourceforge.net/jasperreports" name="WorkReport" pageWidth="595" pageHeight="842" columnWidth="555" leftMargin="20" rightMargin="20" topMargin="20" bottomMargin="20">
  <parameter name="title" class="java.lang.String">
    <defaultValueExpression><![CDATA["Work report"]]></defaultValueExpression>
  </parameter>
  <title><band height="40"><textField><reportElement x="0" y="0" width="555" height="30"/><textFieldExpression><![CDATA[$P{title}]]></textFieldExpression></textField></band></title>
</jasperReport>
`

/** Templates that the platform provides, by name (B-RPT-06). */
export const embeddedTemplates: ReadonlyMap<string, Files> = new Map([
  [
    'WorkReport',
    new Map([
      ['report.jrxml', Buffer.from(definition)],
      ['translations.properties', Buffer.from('title=Work report\n')],
      ['translations_de.properties', Buffer.from('title=Arbeitsbericht\n')],
    ]),
  ],
])
