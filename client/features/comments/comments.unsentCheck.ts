import { getDefaultStore } from 'jotai'
import { t } from '#client/platform/language/language.ts'
import { registerUnsentCheck } from '#client/session/session.beforeSignOut.ts'
import { authAtom } from '#client/session/session.ts'
import { outboxAtom, threadsWithPending } from './comments.outbox.ts'

/** Signing out discards unsent comments, so the dialog tells how many there are. */
registerUnsentCheck(async () => {
  const store = getDefaultStore()
  const threads = threadsWithPending(store.get(outboxAtom), store.get(authAtom).userNo)
  const count = threads.flatMap(({ outgoing }) => outgoing).length
  return count === 0 ? null : t('comments.unsentAtLeaving', { count })
})
