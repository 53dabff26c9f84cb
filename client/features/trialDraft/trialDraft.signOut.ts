import { getDefaultStore } from 'jotai'
import { t } from '#client/platform/language/language.ts'
import { registerUnsentCheck } from '#client/session/session.beforeSignOut.ts'
import { isTrialDraftWritten, trialDraftAtom } from './trialDraft.state.ts'

/** Warns at sign-out about a trial draft that the user has neither saved nor discarded. */
registerUnsentCheck(async () =>
  isTrialDraftWritten(getDefaultStore().get(trialDraftAtom)) ? t('trialDraft.atLeaving') : null,
)
