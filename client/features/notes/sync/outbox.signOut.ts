import { getDefaultStore } from 'jotai'
import {
  countMemoryDrafts,
  countPendingDrafts,
  countTypedDrafts,
} from '#client/features/notes/sync/note.drafts.ts'
import { isQuickTextOnlyInMemory } from '#client/features/quickNote/quickNote.text.ts'
import { t } from '#client/platform/language/language.ts'
import { registerLocalDataCheck, registerUnsentCheck } from '#client/session/session.beforeSignOut.ts'
import { authAtom } from '#client/session/session.ts'

const getUserNo = () => getDefaultStore().get(authAtom).userNo

/** Number of queued notes that stay on this device. */
registerUnsentCheck(async () => {
  const count = await countPendingDrafts(getUserNo())
  return count === 0 ? null : t('notes.unsentAtLeaving', { count })
})

/** Number of drafts that are lost, because the device did not store them. */
registerUnsentCheck(async () => {
  const count = countMemoryDrafts(getUserNo()) + (isQuickTextOnlyInMemory(getUserNo()) ? 1 : 0)
  return count === 0 ? null : t('notes.unkeptAtLeaving', { count })
})

/** Number of other drafts that stay on this device. */
registerLocalDataCheck(async () => {
  const count = await countTypedDrafts(getUserNo())
  return count === 0 ? null : t('notes.staysAtLeaving', { count })
})
