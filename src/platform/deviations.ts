import type { Fault, Variant } from './deviation.ts'
import { attachmentFaults } from './faults/attachment.ts'
import { authorizationFaults } from './faults/authorization.ts'
import { batchFaults } from './faults/batch.ts'
import { otherListPathFaults } from './faults/other-list-path.ts'
import { otherSchemeAnsweredFaults } from './faults/other-scheme-answered.ts'
import { byOperationFaults } from './faults/by-operation.ts'
import { companyFaults } from './faults/company.ts'
import { credentialFaults } from './faults/credentials.ts'
import { cqlFaults } from './faults/cql.ts'
import { cqlBreaches } from './faults/readings-cql.ts'
import { cqlBreachesMore } from './faults/readings-cql-more.ts'
import { crowdKeptFaults } from './faults/crowd-kept.ts'
import { crowdFaults } from './faults/crowd.ts'
import { dispatchFaults } from './faults/dispatch.ts'
import { crashFaults } from './faults/crash.ts'
import { crowdBatchFaults } from './faults/crowd-batches.ts'
import { dispatchGapFaults } from './faults/dispatch-gaps.ts'
import { fieldHeaderFaults } from './faults/field-headers.ts'
import { dataFaults } from './faults/data.ts'
import { deletedFaults } from './faults/deleted.ts'
import { directoryFaults } from './faults/directory.ts'
import { elsewherePeopleFaults } from './faults/elsewhere-people.ts'
import { elsewhereFaults } from './faults/elsewhere.ts'
import { expandFaults } from './faults/expand.ts'
import { externalIdsFaults } from './faults/external-ids.ts'
import { fieldsFaults } from './faults/fields.ts'
import { generalFaults } from './faults/general.ts'
import { orderFaults } from './faults/order.ts'
import { pageFaults } from './faults/page.ts'
import { passwordFaults } from './faults/password.ts'
import { queryAgainFaults } from './faults/query-again.ts'
import { privilegesFaults } from './faults/privileges.ts'
import { queryFaults } from './faults/query.ts'
import { accessReadings } from './faults/readings.ts'
import { raceFaults } from './faults/races.ts'
import { subscriptionFaults } from './faults/subscriptions.ts'
import { readingsAttachmentFaults } from './faults/readings-attachment.ts'
import { readingsDataNameFaults } from './faults/readings-data-names.ts'
import { readingsDataReadFaults } from './faults/readings-data-reads.ts'
import { readingsDataRemovedFaults } from './faults/readings-data-removed.ts'
import { readingsDataWriteFaults } from './faults/readings-data-writes.ts'
import { readingsRequiredFaults } from './faults/readings-required.ts'
import { readingsDeletedFaults } from './faults/readings-deleted.ts'
import { readingsBatchFaults } from './faults/readings-batch.ts'
import { readingsExpandFaults } from './faults/readings-expand.ts'
import { relatedDataFaults } from './faults/related-data.ts'
import { readingsExpandObjectFaults } from './faults/readings-expand-object.ts'
import { readingsFieldsFaults } from './faults/readings-fields.ts'
import { thirdAccessFaults } from './faults/third-access.ts'
import { thirdEntryFaults } from './faults/third-entry.ts'
import { seventhAccessFaults } from './faults/seventh-access.ts'
import { seventhDataFaults } from './faults/seventh-data.ts'
import { seventhLookFaults } from './faults/seventh-looks.ts'
import { sixthEntryFaults } from './faults/sixth-entry.ts'
import { sixthLoginFaults } from './faults/sixth-logins.ts'
import { sixthTokenFaults } from './faults/sixth-token.ts'
import { fifthCompanyFaults } from './faults/fifth-companies.ts'
import { fifthCallFaults } from './faults/fifth-calls.ts'
import { fifthEndingFaults } from './faults/fifth-endings.ts'
import { fifthRefusalFaults } from './faults/fifth-refusals.ts'
import { fifthResponseFaults } from './faults/fifth-responses.ts'
import { fifthLoginFaults } from './faults/fifth-logins.ts'
import { fifthTokenFaults } from './faults/fifth-tokens.ts'
import { fifthBatchFaults } from './faults/fifth-batches.ts'
import { fifthSearchFaults } from './faults/fifth-searches.ts'
import { fifthLockFaults } from './faults/fifth-locks.ts'
import { fifthNameFaults } from './faults/fifth-names.ts'
import { fifthQueryFaults } from './faults/fifth-queries.ts'
import { thirdWriteFaults } from './faults/third-writes.ts'
import { thirdBatchFaults } from './faults/third-batches.ts'
import { thirdListFaults } from './faults/third-lists.ts'
import { thirdQueryFaults } from './faults/third-queries.ts'
import { thirdRecordFaults } from './faults/third-records.ts'
import { thirdMomentFaults } from './faults/third-moments.ts'
import { thirdRelationFaults } from './faults/third-relations.ts'
import { fifthBeyondFaults } from './faults/fifth-beyond.ts'
import { fifthJobFaults } from './faults/fifth-jobs.ts'
import { fifthReportFaults } from './faults/fifth-reports.ts'
import { eighthAccessFaults } from './faults/eighth-access.ts'
import { eighthDataFaults } from './faults/eighth-data.ts'
import { eleventhAccessFaults } from './faults/eleventh-access.ts'
import { eleventhListFaults } from './faults/eleventh-lists.ts'
import { eleventhRecordFaults } from './faults/eleventh-records.ts'
import { fifteenthAccessFaults } from './faults/fifteenth-access.ts'
import { fifteenthDataFaults } from './faults/fifteenth-data.ts'
import { sixteenthAccessFaults } from './faults/sixteenth-access.ts'
import { sixteenthDataFaults } from './faults/sixteenth-data.ts'
import { sixteenthListFaults } from './faults/sixteenth-lists.ts'
import { sixteenthCqlFaults } from './faults/sixteenth-cql.ts'
import { seventeenthDataFaults } from './faults/seventeenth-data.ts'
import { seventeenthListFaults } from './faults/seventeenth-lists.ts'
import { eighteenthDataFaults } from './faults/eighteenth-data.ts'
import { eighteenthListFaults } from './faults/eighteenth-lists.ts'
import { eighteenthQueryFaults } from './faults/eighteenth-query.ts'
import { twentiethAccessFaults } from './faults/twentieth-access.ts'
import { twentiethBatchFaults } from './faults/twentieth-batch.ts'
import { twentiethDataFaults } from './faults/twentieth-data.ts'
import { pythonServerFaults } from './faults/python-server.ts'
import { secondLookAccessFaults } from './faults/second-look-access.ts'
import { twentyFirstAccessFaults } from './faults/twenty-first-access.ts'
import { twentyFirstBatchFaults } from './faults/twenty-first-batch.ts'
import { twentyFirstDataFaults } from './faults/twenty-first-data.ts'
import { auditedAccessVariants } from './variants/audited-access.ts'
import { twentyFirstAccessVariants } from './variants/twenty-first-access.ts'
import { twentyFirstDataVariants } from './variants/twenty-first-data.ts'
import { auditedDataFaults } from './faults/audited-data.ts'
import { pythonBugFaults } from './faults/python-bugs.ts'
import { secondLookDataFaults } from './faults/second-look-data.ts'
import { auditedDataVariants } from './variants/audited-data.ts'
import { secondLookDataVariants } from './variants/second-look-data.ts'
import { twentyFirstListVariants } from './variants/twenty-first-lists.ts'
import { twentySecondAccessVariants } from './variants/twenty-second-access.ts'
import { roundTwoVariants } from './variants/round-two.ts'
import { lawfulFortyBVariants } from './variants/lawful-forty-b.ts'
import { lawfulFortyBLateVariants } from './variants/lawful-forty-b-late.ts'
import { recordsBesideOthersVariants } from './variants/records-beside-others.ts'
import { shorterScimVariants } from './variants/scim-shorter.ts'
import { scimWritesTakenVariants } from './variants/scim-writes-taken.ts'
import { lawfulFortyBFieldVariants } from './variants/lawful-forty-b-field.ts'
import { roundTwoBFormVariants } from './variants/round-two-b-forms.ts'
import { roundTwoMoreVariants } from './variants/round-two-more.ts'
import { lawfulFortyAVariants } from './variants/lawful-forty-a.ts'
import { roundTwoFaults } from './faults/round-two.ts'
import { lawfulFortyAFaults } from './faults/lawful-forty-a.ts'
import { twentySecondDataVariants } from './variants/twenty-second-data.ts'
import { overseenBatchFaults } from './faults/overseen-batch.ts'
import { overseenListFaults } from './faults/overseen-lists.ts'
import { overseenWriteFaults } from './faults/overseen-writes.ts'
import { twentySecondDataFaults } from './faults/twenty-second-data.ts'
import { twentySecondListFaults } from './faults/twenty-second-lists.ts'
import { unaskedExpansionFaults } from './faults/unasked-expansions.ts'
import { unaskedInlinedFaults } from './faults/unasked-inlined.ts'
import { unaskedMomentFaults } from './faults/unasked-moments.ts'
import { unaskedQueryFaults } from './faults/unasked-queries.ts'
import { roundTwoAFaults } from './faults/round-two-a.ts'
import { roundTwoACallerFaults } from './faults/round-two-a-callers.ts'
import { roundTwoAKeyFaults } from './faults/round-two-a-keys.ts'
import { roundTwoAUndoneFaults } from './faults/round-two-a-undone.ts'
import { twentiethAccessVariants } from './variants/twentieth-access.ts'
import { twentiethDataVariants } from './variants/twentieth-data.ts'
import { nineteenthDataFaults } from './faults/nineteenth-data.ts'
import { twelfthAccessFaults } from './faults/twelfth-access.ts'
import { twelfthBatchFaults } from './faults/twelfth-batches.ts'
import { twelfthListFaults } from './faults/twelfth-lists.ts'
import { twelfthRecordFaults } from './faults/twelfth-records.ts'
import { ninthListFaults } from './faults/ninth-lists.ts'
import { ninthWriteFaults } from './faults/ninth-writes.ts'
import { eighthListFaults } from './faults/eighth-lists.ts'
import { eighthPeopleFaults } from './faults/eighth-people.ts'
import { eighthFieldFaults } from './faults/eighth-field.ts'
import { eighthTreeFaults } from './faults/eighth-tree.ts'
import { eleventhFieldFaults } from './faults/eleventh-field.ts'
import { eleventhPeopleFaults } from './faults/eleventh-people.ts'
import { eleventhTreeFaults } from './faults/eleventh-tree.ts'
import { twelfthPeopleFaults } from './faults/twelfth-people.ts'
import { twelfthFieldFaults } from './faults/twelfth-field.ts'
import { twelfthTreeFaults } from './faults/twelfth-tree.ts'
import { twelfthJobFaults } from './faults/twelfth-jobs.ts'
import { fifteenthPeopleFaults } from './faults/fifteenth-people.ts'
import { fifteenthFieldFaults } from './faults/fifteenth-field.ts'
import { fifteenthTreeFaults } from './faults/fifteenth-tree.ts'
import { sixteenthPeopleFaults } from './faults/sixteenth-people.ts'
import { sixteenthCrowdFaults } from './faults/sixteenth-crowd.ts'
import { sixteenthDispatchFaults } from './faults/sixteenth-dispatch.ts'
import { sixteenthJobFaults } from './faults/sixteenth-jobs.ts'
import { seventeenthPeopleFaults } from './faults/seventeenth-people.ts'
import { seventeenthCrowdFaults } from './faults/seventeenth-crowd.ts'
import { seventeenthDispatchFaults } from './faults/seventeenth-dispatch.ts'
import { seventeenthTreeFaults } from './faults/seventeenth-tree.ts'
import { eighteenthPeopleFaults } from './faults/eighteenth-people.ts'
import { eighteenthCrowdFaults } from './faults/eighteenth-crowd.ts'
import { eighteenthRoleFaults } from './faults/eighteenth-roles.ts'
import { nineteenthPeopleFaults } from './faults/nineteenth-people.ts'
import { twentiethFieldFaults } from './faults/twentieth-field.ts'
import { auditedTreeFaults } from './faults/audited-tree.ts'
import { auditedFieldFaults } from './faults/audited-field.ts'
import { twentyFirstFieldFaults } from './faults/twenty-first-field.ts'
import { twentiethPeopleFaults } from './faults/twentieth-people.ts'
import { twentyFirstPeopleFaults } from './faults/twenty-first-people.ts'
import { foreignCountFaults } from './faults/foreign-counts.ts'
import { permissionNoneFaults } from './faults/permission-none.ts'
import { foreignPeopleFaults } from './faults/foreign-people.ts'
import { nineteenthFieldFaults } from './faults/nineteenth-field.ts'
import { ninthFieldFaults } from './faults/ninth-field.ts'
import { ninthPeopleFaults } from './faults/ninth-people.ts'
import { ninthTreeFaults } from './faults/ninth-tree.ts'
import { seventhPeopleFaults } from './faults/seventh-people.ts'
import { seventhKeptFaults } from './faults/seventh-kept.ts'
import { seventhFieldFaults } from './faults/seventh-field.ts'
import { seventhTreeFaults } from './faults/seventh-tree.ts'
import { fifthTreeFaults } from './faults/fifth-tree.ts'
import { fifthTreeReadFaults } from './faults/fifth-tree-reads.ts'
import { thirdFieldFaults } from './faults/third-field.ts'
import { thirdCrewFaults } from './faults/third-crew.ts'
import { thirdPartsFaults } from './faults/third-parts.ts'
import { fieldGapFaults } from './faults/field-gaps.ts'
import { fieldExpiredFaults } from './faults/field-expired.ts'
import { fieldLeftFaults } from './faults/field-left.ts'
import { reportCallerFaults } from './faults/report-callers.ts'
import { thirdTreeFaults } from './faults/third-tree.ts'
import { sixthBatchFaults } from './faults/sixth-batches.ts'
import { sixthCompanyFaults } from './faults/sixth-companies.ts'
import { sixthListFaults } from './faults/sixth-lists.ts'
import { sixthRecordFaults } from './faults/sixth-records.ts'
import { unlookedDataFaults } from './faults/unlooked-data.ts'
import { unlookedDataBatchFaults } from './faults/unlooked-data-batch.ts'
import { unlookedDataQueryFaults } from './faults/unlooked-data-queries.ts'
import { unlookedAccessFaults } from './faults/unlooked-access.ts'
import { unheardFaults } from './faults/unheard.ts'
import { readingsOrderFaults, readingsPageFaults } from './faults/readings-page.ts'
import { readingsQueryFaults } from './faults/readings-query.ts'
import { readingsRecordFieldFaults } from './faults/readings-record-fields.ts'
import { readingsRecordValueFaults } from './faults/readings-record-values.ts'
import { readingsRecordWriterFaults } from './faults/readings-record-writers.ts'
import { readingsRecordShownFaults } from './faults/readings-record-shown.ts'
import { readingsLockFaults } from './faults/readings-lock.ts'
import { readingsRecordFaults } from './faults/readings-records.ts'
import { readingsScimGroupFaults } from './faults/readings-scim-groups.ts'
import { readingsScimUserFaults } from './faults/readings-scim-users.ts'
import { bothWaysFaults } from './faults/both-ways.ts'
import { peopleGapFaults } from './faults/people-gaps.ts'
import { gapPartAndTimeFaults } from './faults/gaps-parts-and-times.ts'
import { latePeopleFaults } from './faults/people-late.ts'
import { peopleHistoryFaults } from './faults/people-history.ts'
import { readingsUserCallFaults } from './faults/readings-user-calls.ts'
import { ownCountFaults } from './faults/own-counts.ts'
import { ownRecordFaults } from './faults/own-records.ts'
import { refusedYetFaults } from './faults/refused-yet.ts'
import { readingsUserListFaults } from './faults/readings-user-list.ts'
import { readingsUserRecordFaults } from './faults/readings-user-records.ts'
import { recordFaults } from './faults/record.ts'
import { routeFaults } from './faults/routes.ts'
import { optimizationFaults } from './faults/optimization.ts'
import { optimizationVariants } from './variants/optimization.ts'
import { reportingTokenFaults } from './faults/reporting-tokens.ts'
import { reportingFaults } from './faults/reporting.ts'
import { reportingTemplateFaults } from './faults/reporting-templates.ts'
import { reportingVariants } from './variants/reporting.ts'
import { serviceFaults } from './faults/service.ts'
import { servicePartFaults } from './faults/service-parts.ts'
import { serviceRecordFaults } from './faults/service-records.ts'
import { serviceCompositeFaults } from './faults/service-composite.ts'
import { serviceGeneratedFaults } from './faults/service-generated.ts'
import { serviceRoundTripFaults } from './faults/service-round-trip.ts'
import { jobReadings } from './faults/readings-jobs.ts'
import { optimizationReadings } from './faults/readings-optimization.ts'
import { treeReadings } from './faults/readings-tree-calls.ts'
import { treeFieldReadings } from './faults/readings-tree-fields.ts'
import { treePartReadings } from './faults/readings-tree-parts.ts'
import { treeRefusalReadings } from './faults/readings-tree-refusals.ts'
import { serviceVariants } from './variants/service.ts'
import { shapingFaults } from './faults/shaping.ts'
import { leftPeopleFaults } from './faults/left-people.ts'
import { rememberedPeopleFaults } from './faults/remembered-people.ts'
import { sweptPeopleFaults } from './faults/swept-people.ts'
import { fourthCrewFaults } from './faults/fourth-crew.ts'
import { fifthCrewFaults } from './faults/fifth-crew.ts'
import { fifthPlaceFaults } from './faults/fifth-places.ts'
import { fifthDispatchCallFaults } from './faults/fifth-dispatch-calls.ts'
import { fifthListFaults } from './faults/fifth-lists.ts'
import { fifthDispatchTriedFaults } from './faults/fifth-dispatch-tried.ts'
import { fifthSkillFaults } from './faults/fifth-skills.ts'
import { fifthDispatchFaults } from './faults/fifth-dispatch.ts'
import { fourthPeopleFaults } from './faults/fourth-people.ts'
import { thirdScimFaults } from './faults/third-people.ts'
import { thirdUserFaults } from './faults/third-users.ts'
import { tokenFaults } from './faults/token.ts'
import { unheardFieldFaults } from './faults/unheard-field.ts'
import { inTurnFaults } from './faults/in-turn.ts'
import { sweptAccessFaults } from './faults/swept-access.ts'
import { sweptFieldFaults } from './faults/swept-field.ts'
import { sweptTreesFaults } from './faults/swept-trees.ts'
import { unheardPeopleFaults } from './faults/unheard-people.ts'
import { unheardTreeFaults } from './faults/unheard-tree.ts'
import { userFaults } from './faults/user.ts'
import { scimFaults } from './faults/scim.ts'
import { valueFaults } from './faults/values.ts'
import { accessVariants } from './variants/access.ts'
import { attachmentVariants } from './variants/attachment.ts'
import { batchVariants } from './variants/batch.ts'
import { crowdVariants } from './variants/crowd.ts'
import { dispatchVariants } from './variants/dispatch.ts'
import { cqlVariants } from './variants/cql.ts'
import { cqlReadings } from './variants/readings-cql.ts'
import { dataVariants } from './variants/data.ts'
import { accessForms, dataForms } from './variants/forms.ts'
import { directoryVariants } from './variants/directory.ts'
import { elsewhereVariants } from './variants/elsewhere.ts'
import { expandVariants } from './variants/expand.ts'
import { externalIdVariants } from './variants/external-id.ts'
import { orderVariants } from './variants/order.ts'
import { queryVariants } from './variants/query.ts'
import { placeVariants } from './variants/readings-places.ts'
import { ownRecordVariants } from './variants/own-records.ts'
import { permissionNoneVariants } from './variants/permission-none.ts'
import { callerReadingVariants } from './variants/readings-password.ts'
import { tokenReadingVariants } from './variants/readings-token.ts'
import { readingsAttachmentVariants } from './variants/readings-attachment.ts'
import { readingsBatchVariants } from './variants/readings-batch.ts'
import { readingsDataVariants } from './variants/readings-data.ts'
import { readingsPeopleVariants } from './variants/readings-people.ts'
import { readingsListVariants } from './variants/readings-list.ts'
import { readingsQueryVariants } from './variants/readings-query.ts'
import { readingsRecordVariants } from './variants/readings-records.ts'
import { treeReadingVariants } from './variants/readings-tree.ts'
import { recordVariants } from './variants/record.ts'
import { scimVariants } from './variants/scim.ts'
import { unheardVariants } from './variants/unheard.ts'
import { unheardFieldVariants } from './variants/unheard-field.ts'
import { unheardPeopleVariants } from './variants/unheard-people.ts'
import { thirdLookAAccessVariants } from './variants/third-look-a-access.ts'
import { thirdLookADataVariants } from './variants/third-look-a-data.ts'
import { secondLookAccessVariants } from './variants/second-look-access.ts'
import { lateVariants } from './variants/late.ts'
import { unheardTreeVariants } from './variants/unheard-tree.ts'
import { thirdAccessVariants } from './variants/third-access.ts'
import { seventhAccessVariants } from './variants/seventh-access.ts'
import { eighthAccessVariants } from './variants/eighth-access.ts'
import { tenthAccessVariants } from './variants/tenth-access.ts'
import { eleventhFieldVariants } from './variants/eleventh-field.ts'
import { eleventhPeopleVariants } from './variants/eleventh-people.ts'
import { eleventhDispatchVariants } from './variants/eleventh-dispatch.ts'
import { eleventhListVariants } from './variants/eleventh-lists.ts'
import { eleventhFormVariants } from './variants/eleventh-forms.ts'
import { eleventhRuleVariants } from './variants/eleventh-rules.ts'
import { twelfthPeopleVariants } from './variants/twelfth-people.ts'
import { twelfthFieldVariants } from './variants/twelfth-field.ts'
import { twelfthTreeVariants } from './variants/twelfth-tree.ts'
import { twelfthJobVariants } from './variants/twelfth-jobs.ts'
import { thirteenthPeopleVariants } from './variants/thirteenth-people.ts'
import { thirteenthFieldVariants } from './variants/thirteenth-field.ts'
import { thirteenthTreeVariants } from './variants/thirteenth-tree.ts'
import { thirteenthJobVariants } from './variants/thirteenth-jobs.ts'
import { fourteenthScimVariants } from './variants/fourteenth-scim.ts'
import { fourteenthPeopleVariants } from './variants/fourteenth-people.ts'
import { fourteenthCrowdVariants } from './variants/fourteenth-crowd.ts'
import { fourteenthSkillVariants } from './variants/fourteenth-skills.ts'
import { goServerPeopleVariants } from './variants/go-server-people.ts'
import { goServerFieldVariants } from './variants/go-server-field.ts'
import { goServerDispatchVariants } from './variants/go-server-dispatch.ts'
import { fourteenthDispatchVariants } from './variants/fourteenth-dispatch.ts'
import { fourteenthTreeVariants } from './variants/fourteenth-tree.ts'
import { sixteenthPeopleVariants } from './variants/sixteenth-people.ts'
import { sixteenthCrowdVariants } from './variants/sixteenth-crowd.ts'
import { sixteenthDispatchVariants } from './variants/sixteenth-dispatch.ts'
import { sixteenthTreeVariants } from './variants/sixteenth-tree.ts'
import { sixteenthJobVariants } from './variants/sixteenth-jobs.ts'
import { seventeenthPeopleVariants } from './variants/seventeenth-people.ts'
import { seventeenthCrowdVariants } from './variants/seventeenth-crowd.ts'
import { seventeenthDispatchVariants } from './variants/seventeenth-dispatch.ts'
import { eighteenthPeopleVariants } from './variants/eighteenth-people.ts'
import { eighteenthFieldVariants } from './variants/eighteenth-field.ts'
import { eighteenthJobVariants } from './variants/eighteenth-jobs.ts'
import { nineteenthPeopleVariants } from './variants/nineteenth-people.ts'
import { twentiethFieldVariants } from './variants/twentieth-field.ts'
import { roundTwoBFieldVariants } from './variants/round-two-b-field.ts'
import { foreignServerVariants } from './variants/foreign-servers.ts'
import { twentySecondFieldVariants } from './variants/twenty-second-field.ts'
import { leftOverDataVariants } from './variants/left-over-data.ts'
import { leftOverFieldVariants } from './variants/left-over-field.ts'
import { leftOverPeopleVariants } from './variants/left-over-people.ts'
import { twentySecondPeopleVariants } from './variants/twenty-second-people.ts'
import { roundTwoBFieldFaults } from './faults/round-two-b-field.ts'
import { roundTwoBDispatchFaults } from './faults/round-two-b-dispatch.ts'
import { roundTwoBMoreFaults } from './faults/round-two-b-more.ts'
import { roundTwoBMoreTextsFaults } from './faults/round-two-b-more-texts.ts'
import { peerMutantFaults } from './faults/peer-mutants.ts'
import { byEachWayFieldFaults } from './faults/by-each-way-field.ts'
import { byEachWayCrowdFaults } from './faults/by-each-way-crowd.ts'
import { twentySecondFieldFaults } from './faults/twenty-second-field.ts'
import { leftOverAccessFaults } from './faults/left-over-access.ts'
import { leftOverBatchFaults } from './faults/left-over-batch.ts'
import { leftOverFieldFaults } from './faults/left-over-field.ts'
import { leftOverPeopleFaults } from './faults/left-over-people.ts'
import { storiesBFieldFaults } from './faults/stories-b-field.ts'
import { storiesBTreeFaults } from './faults/stories-b-tree.ts'
import { storiesBScimFaults } from './faults/stories-b-scim.ts'
import { storiesBUserFaults } from './faults/stories-b-user.ts'
import { quietLaterFaults } from './faults/quiet-later-ones.ts'
import { twentySecondPeopleFaults } from './faults/twenty-second-people.ts'
import { unaskedFieldFaults } from './faults/unasked-field.ts'
import { unaskedPeopleFaults } from './faults/unasked-people.ts'
import { unlookedFieldFaults } from './faults/unlooked-field.ts'
import { unlookedTreeFaults } from './faults/unlooked-field-tree.ts'
import { unlookedPeopleFaults } from './faults/unlooked-people.ts'
import { unseenFieldFaults } from './faults/unseen-field.ts'
import { unseenScimFaults } from './faults/unseen-scim.ts'
import { unseenUserFaults } from './faults/unseen-user.ts'
import { unlookedScimFaults } from './faults/unlooked-people-scim.ts'
import { auditedPeopleVariants } from './variants/audited-people.ts'
import { auditedFieldVariants } from './variants/audited-field.ts'
import { secondLookFieldVariants } from './variants/second-look-field.ts'
import { secondLookDispatchVariants } from './variants/second-look-field-dispatch.ts'
import { thirdLookCrowdFaults } from './faults/third-look-b-crowd.ts'
import { thirdLookFieldVariants } from './variants/third-look-b-field.ts'
import { thirdLookCrowdVariants } from './variants/third-look-b-crowd.ts'
import { leftOverFormFaults } from './faults/left-over-forms.ts'
import { thirdLookPeopleFaults } from './faults/third-look-b-people.ts'
import { leftOverFormVariants } from './variants/left-over-forms.ts'
import { leftOverQueryVariants } from './variants/left-over-forms-queries.ts'
import { leftOverFormsPeopleVariants } from './variants/left-over-forms-people.ts'
import { thirdLookPeopleVariants } from './variants/third-look-b-people.ts'
import { secondLookPeopleVariants } from './variants/second-look-field-people.ts'
import { secondLookReportVariants } from './variants/second-look-field-reports.ts'
import { twentyFirstFieldVariants } from './variants/twenty-first-field.ts'
import { twentyFirstTreeVariants } from './variants/twenty-first-tree.ts'
import { knownPeopleVariants } from './variants/people-as-known.ts'
import { auditedTreeVariants } from './variants/audited-tree.ts'
import { twentiethPeopleVariants } from './variants/twentieth-people.ts'
import { twentyFirstPeopleVariants } from './variants/twenty-first-people.ts'
import { twentyFirstScimVariants } from './variants/twenty-first-scim.ts'
import { nineteenthFieldVariants } from './variants/nineteenth-field.ts'
import { fourteenthJobVariants } from './variants/fourteenth-jobs.ts'
import { othersAtWorkVariants } from './variants/others-at-work.ts'
import { othersChangeUsersVariants } from './variants/others-change-users.ts'
import { twelfthAccessVariants } from './variants/twelfth-access.ts'
import { twelfthFormVariants } from './variants/twelfth-forms.ts'
import { twelfthRecordVariants } from './variants/twelfth-records.ts'
import { fourteenthAccessVariants } from './variants/fourteenth-access.ts'
import { fourteenthCompanyVariants } from './variants/fourteenth-company.ts'
import { fourteenthListVariants } from './variants/fourteenth-lists.ts'
import { fourteenthRecordVariants } from './variants/fourteenth-records.ts'
import { sixteenthAccessVariants } from './variants/sixteenth-access.ts'
import { sixteenthDataVariants } from './variants/sixteenth-data.ts'
import { deletedIntervalVariants } from './variants/deleted-intervals.ts'
import { seventeenthDeletedVariants } from './variants/seventeenth-deleted.ts'
import { seventeenthAccessVariants } from './variants/seventeenth-access.ts'
import { seventeenthDataVariants } from './variants/seventeenth-data.ts'
import { eighteenthAccessVariants } from './variants/eighteenth-access.ts'
import { eighteenthBatchVariants } from './variants/eighteenth-batch.ts'
import { eighteenthDataVariants } from './variants/eighteenth-data.ts'
import { eighteenthUdfVariants } from './variants/eighteenth-udf.ts'
import { nineteenthListVariants } from './variants/nineteenth-lists.ts'
import { nineteenthRecordVariants } from './variants/nineteenth-records.ts'
import { thirteenthAccessVariants } from './variants/thirteenth-access.ts'
import { thirteenthFileVariants } from './variants/thirteenth-files.ts'
import { thirteenthRecordVariants } from './variants/thirteenth-records.ts'
import { tenthRecordVariants } from './variants/tenth-records.ts'
import { tenthValueVariants } from './variants/tenth-values.ts'
import { ninthAccessVariants } from './variants/ninth-access.ts'
import { ninthListVariants } from './variants/ninth-lists.ts'
import { ninthRecordVariants } from './variants/ninth-records.ts'
import { eighthDataVariants } from './variants/eighth-data.ts'
import { eighthListVariants } from './variants/eighth-lists.ts'
import { eighthReadVariants } from './variants/eighth-reads.ts'
import { eighthWriteVariants } from './variants/eighth-writes.ts'
import { seventhListVariants } from './variants/seventh-lists.ts'
import { seventhRecordVariants } from './variants/seventh-records.ts'
import { sixthAccessVariants } from './variants/sixth-access.ts'
import { fifthTokenVariants } from './variants/fifth-token.ts'
import { fifthAccessVariants } from './variants/fifth-access.ts'
import { fifthListVariants } from './variants/fifth-lists.ts'
import { fifthRecordVariants } from './variants/fifth-records.ts'
import { thirdListVariants } from './variants/third-lists.ts'
import { thirdRecordVariants } from './variants/third-records.ts'
import { fifthReportVariants } from './variants/fifth-reports.ts'
import { fifthTreeVariants } from './variants/fifth-tree.ts'
import { thirdFieldVariants } from './variants/third-field.ts'
import { thirdPeopleVariants } from './variants/third-people.ts'
import { eighthScimVariants } from './variants/eighth-scim.ts'
import { eighthUserVariants } from './variants/eighth-user.ts'
import { eighthUserLookVariants } from './variants/eighth-user-looks.ts'
import { eighthFieldVariants } from './variants/eighth-field.ts'
import { eighthTreeVariants } from './variants/eighth-tree.ts'
import { ninthCallVariants } from './variants/ninth-calls.ts'
import { ninthFieldVariants } from './variants/ninth-field.ts'
import { ninthMomentVariants } from './variants/ninth-moments.ts'
import { ninthScimVariants } from './variants/ninth-scim.ts'
import { ninthTreeVariants } from './variants/ninth-tree.ts'
import { ninthUserVariants } from './variants/ninth-user.ts'
import { tenthFieldVariants } from './variants/tenth-field.ts'
import { tenthScimVariants } from './variants/tenth-scim.ts'
import { tenthTreeVariants } from './variants/tenth-tree.ts'
import { tenthPeopleVariants } from './variants/tenth-people.ts'
import { tenthUserVariants } from './variants/tenth-user.ts'
import { seventhPeopleVariants } from './variants/seventh-people.ts'
import { seventhFieldVariants } from './variants/seventh-field.ts'
import { seventhTreeVariants } from './variants/seventh-tree.ts'
import { sweptTreesVariants } from './variants/swept-trees.ts'
import { goBugsFieldFaults } from './faults/go-bugs-field.ts'
import { perlBugsTreesFaults } from './faults/perl-bugs-trees.ts'
import { perlBugsJobsFaults } from './faults/perl-bugs-jobs.ts'
import { goBugsPeopleFaults } from './faults/go-bugs-people.ts'
import { perlBugsFieldFaults } from './faults/perl-bugs-field.ts'
import { perlSecondCrowdFaults } from './faults/perl-second-crowd.ts'
import { perlSecondDispatchFaults } from './faults/perl-second-dispatch.ts'
import { perlSecondReportsFaults } from './faults/perl-second-reports.ts'
import { perlSecondTreesFaults } from './faults/perl-second-trees.ts'
import { perlFourthCrowdFaults } from './faults/perl-fourth-crowd.ts'
import { perlFourthReportsFaults } from './faults/perl-fourth-reports.ts'
import { perlFourthTreesFaults } from './faults/perl-fourth-trees.ts'
import { perlFifthCrowdFaults } from './faults/perl-fifth-crowd.ts'
import { perlFifthTreesFaults } from './faults/perl-fifth-trees.ts'
import { perlFifthPeopleFaults } from './faults/perl-fifth-people.ts'
import { perlFifthDispatchFaults } from './faults/perl-fifth-dispatch.ts'
import { perlBugsPeopleFaults } from './faults/perl-bugs-people.ts'
import { perlBugsScimFaults } from './faults/perl-bugs-scim.ts'
import { perlBugsUserFaults } from './faults/perl-bugs-users.ts'
import { perlThirdPeopleFaults } from './faults/perl-third-people.ts'
import { fourthPeopleAndAccessFaults } from './faults/fourth-people-and-access.ts'
import { beyondTheSecondFaults } from './faults/beyond-the-second.ts'
import { javaBugsDataFaults } from './faults/java-bugs-data.ts'
import { goBugsAccessFaults } from './faults/go-bugs-access.ts'
import { goThirdAccessFaults } from './faults/go-third-access.ts'
import { goThirdQueryFaults } from './faults/go-third-query.ts'
import { goFourthDataFaults } from './faults/go-fourth-data.ts'
import { togetherDataFaults } from './faults/together-data.ts'
import { wholeLoginFaults } from './faults/whole-logins.ts'
import { wholePartFaults } from './faults/whole-parts.ts'
import { goBugsDataFaults } from './faults/go-bugs-data.ts'
import { goAgainDataFaults } from './faults/go-again-data.ts'
import { goThirdDataFaults } from './faults/go-third-data.ts'
import { missesThirtyDataFaults } from './faults/misses-thirty-data.ts'
import { twoMoreServersFaults } from './faults/two-more-servers.ts'
import { missesThirtyFieldFaults } from './faults/misses-thirty-field.ts'
import { missesThirtyPeopleFaults } from './faults/misses-thirty-people.ts'
import { documentOnlyPeopleFaults } from './faults/document-only-people.ts'
import { documentOnlyFieldFaults } from './faults/document-only-field.ts'
import { pythonServerVariants } from './variants/python-server.ts'
import { missesThirtyVariants } from './variants/misses-thirty.ts'
import { documentOnlyVariants } from './variants/document-only.ts'
import { fourthPeopleVariants } from './variants/fourth-people.ts'
import { fifthFieldVariants } from './variants/fifth-field.ts'
import { fieldFormVariants } from './variants/field-forms.ts'
import { fifthDispatchVariants } from './variants/fifth-dispatch.ts'
import { sixthDataVariants } from './variants/sixth-data.ts'
import { userVariants } from './variants/user.ts'
import { tokenVariants } from './variants/token.ts'
import { visibilityVariants } from './variants/visibility.ts'
import { storiesAAccessFaults } from './faults/stories-a-access.ts'
import { storiesABesideFaults } from './faults/stories-a-beside.ts'
import { storiesAListFaults } from './faults/stories-a-lists.ts'
import { storiesAOrderFaults } from './faults/stories-a-orders.ts'
import { storiesARecordFaults } from './faults/stories-a-records.ts'
import { storiesARelatedFaults } from './faults/stories-a-related.ts'

export const allFaults: readonly Fault[] = [
  ...generalFaults,
  ...tokenFaults,
  ...unlookedDataFaults,
  ...unlookedDataBatchFaults,
  ...unlookedDataQueryFaults,
  ...unlookedAccessFaults,
  ...unheardFaults,
  ...thirdAccessFaults,
  ...thirdEntryFaults,
  ...seventhAccessFaults,
  ...seventhDataFaults,
  ...eighthAccessFaults,
  ...eighthDataFaults,
  ...ninthWriteFaults,
  ...eleventhAccessFaults,
  ...eleventhRecordFaults,
  ...eleventhListFaults,
  ...fifteenthAccessFaults,
  ...fifteenthDataFaults,
  ...sixteenthAccessFaults,
  ...sixteenthDataFaults,
  ...sixteenthListFaults,
  ...sixteenthCqlFaults,
  ...seventeenthDataFaults,
  ...seventeenthListFaults,
  ...eighteenthDataFaults,
  ...eighteenthListFaults,
  ...eighteenthQueryFaults,
  ...twentiethAccessFaults,
  ...twentiethBatchFaults,
  ...twentiethDataFaults,
  ...pythonServerFaults,
  ...twentyFirstAccessFaults,
  ...secondLookAccessFaults,
  ...twentyFirstBatchFaults,
  ...twentyFirstDataFaults,
  ...auditedDataFaults,
  ...secondLookDataFaults,
  ...pythonBugFaults,
  ...thirdLookPeopleFaults,
  ...leftOverFormFaults,
  ...thirdLookCrowdFaults,
  ...twentySecondDataFaults,
  ...roundTwoFaults,
  ...lawfulFortyAFaults,
  ...overseenWriteFaults,
  ...overseenListFaults,
  ...overseenBatchFaults,
  ...twentySecondListFaults,
  ...unaskedQueryFaults,
  ...unaskedExpansionFaults,
  ...unaskedMomentFaults,
  ...unaskedInlinedFaults,
  ...roundTwoAFaults,
  ...roundTwoACallerFaults,
  ...roundTwoAKeyFaults,
  ...roundTwoAUndoneFaults,
  ...nineteenthDataFaults,
  ...twelfthAccessFaults,
  ...twelfthRecordFaults,
  ...twelfthListFaults,
  ...twelfthBatchFaults,
  ...ninthListFaults,
  ...eighthListFaults,
  ...seventhLookFaults,
  ...sixthTokenFaults,
  ...sixthLoginFaults,
  ...sixthEntryFaults,
  ...fifthTokenFaults,
  ...fifthEndingFaults,
  ...fifthRefusalFaults,
  ...fifthResponseFaults,
  ...fifthLoginFaults,
  ...fifthCompanyFaults,
  ...fifthCallFaults,
  ...thirdRecordFaults,
  ...thirdMomentFaults,
  ...thirdRelationFaults,
  ...thirdListFaults,
  ...fifthBatchFaults,
  ...fifthSearchFaults,
  ...fifthLockFaults,
  ...fifthNameFaults,
  ...fifthQueryFaults,
  ...thirdWriteFaults,
  ...thirdQueryFaults,
  ...thirdBatchFaults,
  ...sixthRecordFaults,
  ...sixthListFaults,
  ...sixthBatchFaults,
  ...sixthCompanyFaults,
  ...passwordFaults,
  ...authorizationFaults,
  ...byOperationFaults,
  ...otherSchemeAnsweredFaults,
  ...credentialFaults,
  ...directoryFaults,
  ...companyFaults,
  ...recordFaults,
  ...dataFaults,
  ...shapingFaults,
  ...cqlFaults,
  ...cqlBreaches,
  ...cqlBreachesMore,
  ...orderFaults,
  ...pageFaults,
  ...fieldsFaults,
  ...externalIdsFaults,
  ...elsewhereFaults,
  ...elsewherePeopleFaults,
  ...expandFaults,
  ...deletedFaults,
  ...attachmentFaults,
  ...privilegesFaults,
  ...queryFaults,
  ...queryAgainFaults,
  ...batchFaults,
  ...accessReadings,
  ...readingsBatchFaults,
  ...readingsQueryFaults,
  ...readingsExpandFaults,
  ...relatedDataFaults,
  ...readingsAttachmentFaults,
  ...readingsDeletedFaults,
  ...readingsExpandObjectFaults,
  ...readingsPageFaults,
  ...readingsOrderFaults,
  ...readingsFieldsFaults,
  ...crashFaults,
  ...valueFaults,
  ...routeFaults,
  ...raceFaults,
  ...readingsLockFaults,
  ...readingsRecordFaults,
  ...readingsRecordFieldFaults,
  ...readingsRecordShownFaults,
  ...readingsDataReadFaults,
  ...readingsDataWriteFaults,
  ...readingsRequiredFaults,
  ...readingsDataNameFaults,
  ...readingsDataRemovedFaults,
  ...readingsRecordValueFaults,
  ...readingsRecordWriterFaults,
  ...readingsScimUserFaults,
  ...bothWaysFaults,
  ...peopleHistoryFaults,
  ...latePeopleFaults,
  ...readingsScimGroupFaults,
  ...readingsUserRecordFaults,
  ...readingsUserListFaults,
  ...readingsUserCallFaults,
  ...refusedYetFaults,
  ...ownCountFaults,
  ...ownRecordFaults,
  ...serviceFaults,
  ...optimizationFaults,
  ...reportingFaults,
  ...reportingTokenFaults,
  ...reportingTemplateFaults,
  ...servicePartFaults,
  ...serviceGeneratedFaults,
  ...serviceCompositeFaults,
  ...serviceRecordFaults,
  ...serviceRoundTripFaults,
  ...treeReadings,
  ...treeRefusalReadings,
  ...treePartReadings,
  ...treeFieldReadings,
  ...optimizationReadings,
  ...jobReadings,
  ...crowdFaults,
  ...dispatchFaults,
  ...dispatchGapFaults,
  ...fieldHeaderFaults,
  ...crowdBatchFaults,
  ...scimFaults,
  ...userFaults,
  ...thirdFieldFaults,
  ...thirdTreeFaults,
  ...thirdCrewFaults,
  ...thirdPartsFaults,
  ...reportCallerFaults,
  ...gapPartAndTimeFaults,
  ...fieldGapFaults,
  ...fieldLeftFaults,
  ...fieldExpiredFaults,
  ...unheardPeopleFaults,
  ...leftPeopleFaults,
  ...rememberedPeopleFaults,
  ...sweptPeopleFaults,
  ...thirdScimFaults,
  ...fourthPeopleFaults,
  ...fourthCrewFaults,
  ...fifthCrewFaults,
  ...fifthPlaceFaults,
  ...fifthDispatchCallFaults,
  ...fifthListFaults,
  ...fifthDispatchTriedFaults,
  ...fifthSkillFaults,
  ...fifthDispatchFaults,
  ...thirdUserFaults,
  ...unheardFieldFaults,
  ...sweptAccessFaults,
  ...sweptFieldFaults,
  ...sweptTreesFaults,
  ...inTurnFaults,
  ...unheardTreeFaults,
  ...seventhPeopleFaults,
  ...eighthPeopleFaults,
  ...eighthFieldFaults,
  ...eighthTreeFaults,
  ...eleventhPeopleFaults,
  ...eleventhFieldFaults,
  ...eleventhTreeFaults,
  ...twelfthPeopleFaults,
  ...twelfthFieldFaults,
  ...twelfthTreeFaults,
  ...twelfthJobFaults,
  ...fifteenthPeopleFaults,
  ...fifteenthFieldFaults,
  ...fifteenthTreeFaults,
  ...sixteenthPeopleFaults,
  ...sixteenthCrowdFaults,
  ...sixteenthDispatchFaults,
  ...sixteenthJobFaults,
  ...seventeenthPeopleFaults,
  ...seventeenthCrowdFaults,
  ...crowdKeptFaults,
  ...seventeenthDispatchFaults,
  ...seventeenthTreeFaults,
  ...eighteenthPeopleFaults,
  ...eighteenthCrowdFaults,
  ...eighteenthRoleFaults,
  ...nineteenthPeopleFaults,
  ...twentiethPeopleFaults,
  ...twentyFirstPeopleFaults,
  ...otherListPathFaults,
  ...peopleGapFaults,
  ...twentiethFieldFaults,
  ...twentyFirstFieldFaults,
  ...storiesBUserFaults,
  ...storiesBScimFaults,
  ...storiesBTreeFaults,
  ...storiesBFieldFaults,
  ...quietLaterFaults,
  ...twentySecondPeopleFaults,
  ...unaskedPeopleFaults,
  ...unaskedFieldFaults,
  ...leftOverAccessFaults,
  ...leftOverBatchFaults,
  ...leftOverFieldFaults,
  ...leftOverPeopleFaults,
  ...byEachWayCrowdFaults,
  ...byEachWayFieldFaults,
  ...twentySecondFieldFaults,
  ...peerMutantFaults,
  ...roundTwoBDispatchFaults,
  ...roundTwoBMoreFaults,
  ...roundTwoBMoreTextsFaults,
  ...roundTwoBFieldFaults,
  ...goBugsFieldFaults,
  ...perlBugsTreesFaults,
  ...perlBugsJobsFaults,
  ...goBugsPeopleFaults,
  ...perlBugsFieldFaults,
  ...perlSecondCrowdFaults,
  ...perlSecondDispatchFaults,
  ...perlSecondReportsFaults,
  ...perlSecondTreesFaults,
  ...perlFourthCrowdFaults,
  ...perlFourthReportsFaults,
  ...perlFourthTreesFaults,
  ...perlFifthDispatchFaults,
  ...perlFifthPeopleFaults,
  ...perlFifthCrowdFaults,
  ...perlFifthTreesFaults,
  ...perlBugsPeopleFaults,
  ...perlBugsScimFaults,
  ...perlBugsUserFaults,
  ...perlThirdPeopleFaults,
  ...fourthPeopleAndAccessFaults,
  ...javaBugsDataFaults,
  ...goBugsAccessFaults,
  ...goThirdAccessFaults,
  ...goThirdQueryFaults,
  ...goFourthDataFaults,
  ...togetherDataFaults,
  ...wholeLoginFaults,
  ...wholePartFaults,
  ...goBugsDataFaults,
  ...goAgainDataFaults,
  ...goThirdDataFaults,
  ...beyondTheSecondFaults,
  ...missesThirtyDataFaults,
  ...twoMoreServersFaults,
  ...missesThirtyFieldFaults,
  ...missesThirtyPeopleFaults,
  ...documentOnlyPeopleFaults,
  ...documentOnlyFieldFaults,
  ...unlookedFieldFaults,
  ...unlookedTreeFaults,
  ...unlookedPeopleFaults,
  ...unseenUserFaults,
  ...unseenScimFaults,
  ...unseenFieldFaults,
  ...unlookedScimFaults,
  ...auditedTreeFaults,
  ...auditedFieldFaults,
  ...foreignPeopleFaults,
  ...permissionNoneFaults,
  ...subscriptionFaults,
  ...foreignCountFaults,
  ...nineteenthFieldFaults,
  ...ninthPeopleFaults,
  ...ninthFieldFaults,
  ...ninthTreeFaults,
  ...seventhFieldFaults,
  ...seventhKeptFaults,
  ...seventhTreeFaults,
  ...fifthTreeFaults,
  ...fifthBeyondFaults,
  ...fifthTreeReadFaults,
  ...fifthJobFaults,
  ...fifthReportFaults,
  ...storiesAListFaults,
  ...storiesARelatedFaults,
  ...storiesAOrderFaults,
  ...storiesARecordFaults,
  ...storiesAAccessFaults,
  ...storiesABesideFaults,
]

export const allVariants: readonly Variant[] = [
  ...accessVariants,
  ...recordVariants,
  ...dataVariants,
  ...cqlVariants,
  ...cqlReadings,
  ...orderVariants,
  ...elsewhereVariants,
  ...expandVariants,
  ...attachmentVariants,
  ...queryVariants,
  ...batchVariants,
  ...readingsBatchVariants,
  ...readingsQueryVariants,
  ...readingsListVariants,
  ...readingsPeopleVariants,
  ...readingsAttachmentVariants,
  ...visibilityVariants,
  ...placeVariants,
  ...tokenReadingVariants,
  ...callerReadingVariants,
  ...ownRecordVariants,
  ...permissionNoneVariants,
  ...accessForms,
  ...dataForms,
  ...tokenVariants,
  ...directoryVariants,
  ...externalIdVariants,
  ...readingsRecordVariants,
  ...readingsDataVariants,
  ...serviceVariants,
  ...treeReadingVariants,
  ...crowdVariants,
  ...dispatchVariants,
  ...scimVariants,
  ...userVariants,
  ...optimizationVariants,
  ...reportingVariants,
  ...unheardVariants,
  ...unheardPeopleVariants,
  ...lateVariants,
  ...thirdAccessVariants,
  ...seventhAccessVariants,
  ...seventhRecordVariants,
  ...seventhListVariants,
  ...eighthAccessVariants,
  ...eighthDataVariants,
  ...eighthListVariants,
  ...eighthReadVariants,
  ...eighthWriteVariants,
  ...ninthAccessVariants,
  ...ninthRecordVariants,
  ...ninthListVariants,
  ...tenthAccessVariants,
  ...tenthRecordVariants,
  ...eleventhRuleVariants,
  ...twelfthAccessVariants,
  ...twelfthFormVariants,
  ...twelfthRecordVariants,
  ...fourteenthAccessVariants,
  ...fourteenthCompanyVariants,
  ...fourteenthListVariants,
  ...fourteenthRecordVariants,
  ...sixteenthAccessVariants,
  ...sixteenthDataVariants,
  ...seventeenthDeletedVariants,
  ...deletedIntervalVariants,
  ...seventeenthAccessVariants,
  ...seventeenthDataVariants,
  ...eighteenthAccessVariants,
  ...eighteenthBatchVariants,
  ...eighteenthDataVariants,
  ...eighteenthUdfVariants,
  ...nineteenthListVariants,
  ...twentiethAccessVariants,
  ...twentiethDataVariants,
  ...twentyFirstAccessVariants,
  ...auditedAccessVariants,
  ...twentyFirstDataVariants,
  ...auditedDataVariants,
  ...secondLookDataVariants,
  ...twentyFirstListVariants,
  ...twentySecondAccessVariants,
  ...secondLookAccessVariants,
  ...thirdLookAAccessVariants,
  ...thirdLookADataVariants,
  ...twentySecondDataVariants,
  ...roundTwoVariants,
  ...roundTwoBFormVariants,
  ...roundTwoMoreVariants,
  ...lawfulFortyAVariants,
  ...nineteenthRecordVariants,
  ...thirteenthAccessVariants,
  ...thirteenthFileVariants,
  ...thirteenthRecordVariants,
  ...othersAtWorkVariants,
  ...othersChangeUsersVariants,
  ...eleventhFormVariants,
  ...eleventhPeopleVariants,
  ...eleventhFieldVariants,
  ...eleventhDispatchVariants,
  ...twelfthPeopleVariants,
  ...twelfthFieldVariants,
  ...twelfthTreeVariants,
  ...twelfthJobVariants,
  ...thirteenthPeopleVariants,
  ...thirteenthFieldVariants,
  ...thirteenthTreeVariants,
  ...thirteenthJobVariants,
  ...fourteenthScimVariants,
  ...fourteenthPeopleVariants,
  ...fourteenthCrowdVariants,
  ...fourteenthSkillVariants,
  ...fourteenthDispatchVariants,
  ...fourteenthTreeVariants,
  ...sixteenthPeopleVariants,
  ...sixteenthCrowdVariants,
  ...sixteenthDispatchVariants,
  ...sixteenthTreeVariants,
  ...sixteenthJobVariants,
  ...seventeenthPeopleVariants,
  ...seventeenthCrowdVariants,
  ...seventeenthDispatchVariants,
  ...eighteenthPeopleVariants,
  ...eighteenthFieldVariants,
  ...eighteenthJobVariants,
  ...nineteenthPeopleVariants,
  ...knownPeopleVariants,
  ...twentiethPeopleVariants,
  ...twentyFirstPeopleVariants,
  ...twentyFirstScimVariants,
  ...twentiethFieldVariants,
  ...twentyFirstFieldVariants,
  ...auditedFieldVariants,
  ...secondLookFieldVariants,
  ...secondLookReportVariants,
  ...secondLookPeopleVariants,
  ...thirdLookPeopleVariants,
  ...leftOverFormVariants,
  ...leftOverPeopleVariants,
  ...leftOverQueryVariants,
  ...thirdLookCrowdVariants,
  ...thirdLookFieldVariants,
  ...secondLookDispatchVariants,
  ...auditedPeopleVariants,
  ...twentyFirstTreeVariants,
  ...twentySecondPeopleVariants,
  ...leftOverDataVariants,
  ...leftOverFieldVariants,
  ...leftOverFormsPeopleVariants,
  ...twentySecondFieldVariants,
  ...foreignServerVariants,
  ...roundTwoBFieldVariants,
  ...lawfulFortyBVariants,
  ...lawfulFortyBFieldVariants,
  ...lawfulFortyBLateVariants,
  ...recordsBesideOthersVariants,
  ...scimWritesTakenVariants,
  ...shorterScimVariants,
  ...auditedTreeVariants,
  ...nineteenthFieldVariants,
  ...fourteenthJobVariants,
  ...eleventhListVariants,
  ...tenthValueVariants,
  ...sixthAccessVariants,
  ...fifthTokenVariants,
  ...fifthAccessVariants,
  ...thirdPeopleVariants,
  ...fourthPeopleVariants,
  ...fifthFieldVariants,
  ...fieldFormVariants,
  ...fifthDispatchVariants,
  ...fifthListVariants,
  ...fifthRecordVariants,
  ...thirdListVariants,
  ...thirdRecordVariants,
  ...sixthDataVariants,
  ...thirdFieldVariants,
  ...unheardFieldVariants,
  ...unheardTreeVariants,
  ...fifthTreeVariants,
  ...fifthReportVariants,
  ...seventhPeopleVariants,
  ...eighthScimVariants,
  ...eighthUserVariants,
  ...eighthUserLookVariants,
  ...eighthFieldVariants,
  ...eighthTreeVariants,
  ...ninthScimVariants,
  ...ninthUserVariants,
  ...ninthFieldVariants,
  ...ninthTreeVariants,
  ...ninthMomentVariants,
  ...ninthCallVariants,
  ...tenthScimVariants,
  ...tenthPeopleVariants,
  ...tenthUserVariants,
  ...tenthFieldVariants,
  ...tenthTreeVariants,
  ...seventhFieldVariants,
  ...seventhTreeVariants,
  ...sweptTreesVariants,
  ...missesThirtyVariants,
  ...documentOnlyVariants,
  ...pythonServerVariants,
  ...goServerDispatchVariants,
  ...goServerFieldVariants,
  ...goServerPeopleVariants,
]
