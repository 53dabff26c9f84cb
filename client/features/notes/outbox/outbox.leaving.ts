import { getDefaultStore } from 'jotai'
import {
  countPendingDrafts,
  countTypedDrafts,
  countUnkeptDrafts,
} from '#client/features/notes/editor/drafts/note.drafts.ts'
import { isQuickTextUnkept } from '#client/features/notes/quick/quickNote.text.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { registerStayingCheck, registerUnsentCheck } from '#client/session/session.unsent.ts'

const leaverNo = () => getDefaultStore().get(authAtom).userNo

/** For whoever signs out: how many notes stay behind on this device until they come back. */
registerUnsentCheck(async () => {
  const count = await countPendingDrafts(leaverNo())
  return count === 0 ? null : t('notes.unsentAtLeaving', { count })
})

/** The same of what goes with this page, since the device has no room for it. */
registerUnsentCheck(async () => {
  const count = countUnkeptDrafts(leaverNo()) + (isQuickTextUnkept(leaverNo()) ? 1 : 0)
  return count === 0 ? null : t('notes.unkeptAtLeaving', { count })
})

/** How many that were only typed stay there. */
registerStayingCheck(async () => {
  const count = await countTypedDrafts(leaverNo())
  return count === 0 ? null : t('notes.staysAtLeaving', { count })
})
