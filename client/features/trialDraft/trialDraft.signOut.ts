import { getDefaultStore } from 'jotai'
import { t } from '#client/platform/language/language.ts'
import { registerUnsentCheck } from '#client/session/session.unsent.ts'
import { hasWords, trialDraftAtom } from './trialDraft.state.ts'

/** For whoever signs out: a text from the lookaround of which they have not decided what becomes of it. */
registerUnsentCheck(async () =>
  hasWords(getDefaultStore().get(trialDraftAtom)) ? t('trialDraft.atLeaving') : null,
)
