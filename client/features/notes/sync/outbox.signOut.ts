import { getDefaultStore } from 'jotai'
import { countMemoryCopies, findCopies } from '#client/features/documents/documentStore.ts'
import { isUnsent } from '#client/features/documents/storedDocument.ts'
import { isQuickTextOnlyInMemory, storedQuickText } from '#client/features/quickNote/quickNote.text.ts'
import { t } from '#client/platform/language/language.ts'
import { registerLocalDataCheck, registerUnsentCheck } from '#client/session/session.beforeSignOut.ts'
import { authAtom } from '#client/session/session.ts'

const getUserNo = () => getDefaultStore().get(authAtom).userNo

/** Number of queued notes that stay on this device. */
registerUnsentCheck(async () => {
  const copies = (await findCopies(getUserNo())).filter(({ saveRequestedAt }) => saveRequestedAt !== null)
  const count = copies.length + (storedQuickText(getUserNo()) === 'requested' ? 1 : 0)
  return count === 0 ? null : t('notes.unsentAtLeaving', { count })
})

/** Number of texts that are lost, because neither the device nor the server has them. */
registerUnsentCheck(async () => {
  const count = countMemoryCopies(getUserNo()) + (isQuickTextOnlyInMemory(getUserNo()) ? 1 : 0)
  return count === 0 ? null : t('notes.unkeptAtLeaving', { count })
})

/** Number of texts that the server does not have yet and that stay on this device. */
registerLocalDataCheck(async () => {
  const copies = await findCopies(getUserNo())
  const unsent = copies.filter(copy => isUnsent(copy) && copy.saveRequestedAt === null)
  const count = unsent.length + (storedQuickText(getUserNo()) === 'typed' ? 1 : 0)
  return count === 0 ? null : t('notes.staysAtLeaving', { count })
})
