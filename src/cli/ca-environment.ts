import { shellWord } from '../exchange/shell.ts'
export interface ClientSettings {
  readonly pem: string
  readonly bundle: string
  readonly truststore: string
  readonly proxy?: string
}

/** A word as a shell reads it back; `$NAME` in a proxy address stays for the shell to fill in. */
const quoted = (text: string): string => (text.includes('$') && !/["`\\]/.test(text) ? `"${text}"` : shellWord(text))

/** What clients of each kind have to be told, as lines for a shell. */
export function clientSettings({ pem, bundle, truststore, proxy }: ClientSettings): string {
  const { hostname = '', port = '' } = proxy ? new URL(proxy.replace(/\/\/.*@/, '//')) : {}
  return [
    ...(proxy
      ? [
          '# where to send requests',
          `export HTTPS_PROXY=${quoted(proxy)} HTTP_PROXY=${quoted(proxy)} https_proxy=${quoted(proxy)} http_proxy=${quoted(proxy)}`,
        ]
      : []),
    '# Node.js: beside its own roots',
    `export NODE_EXTRA_CA_CERTS=${quoted(pem)}`,
    ...(proxy
      ? [
          "# from version 24 on also NODE_USE_ENV_PROXY=1; before, the program has to set an agent (https-proxy-agent, undici's EnvHttpProxyAgent)",
        ]
      : []),
    '# Python: in place of its roots, so the file holds the public ones, too',
    `export REQUESTS_CA_BUNDLE=${quoted(bundle)} SSL_CERT_FILE=${quoted(bundle)}`,
    '# curl; for one call: curl --cacert FILE',
    `export CURL_CA_BUNDLE=${quoted(bundle)}`,
    '# Java: a trust store of its own, then the options of the program (to keep the public roots, begin with a copy of $JAVA_HOME/lib/security/cacerts, password changeit)',
    `keytool -importcert -noprompt -alias fieldproof -file ${quoted(pem)} -keystore ${quoted(truststore)} -storetype PKCS12 -storepass fieldproof`,
    `export JAVA_TOOL_OPTIONS=${quoted(`-Djavax.net.ssl.trustStore=${truststore} -Djavax.net.ssl.trustStorePassword=fieldproof${proxy ? ` -Dhttps.proxyHost=${hostname} -Dhttps.proxyPort=${port} -Dhttp.proxyHost=${hostname} -Dhttp.proxyPort=${port} -Dhttp.nonProxyHosts=` : ''}`)}`,
  ]
    .map((line) => `${line}\n`)
    .join('')
}
