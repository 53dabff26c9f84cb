import { getDefaultStore } from 'jotai'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { registerUnsentCheck } from '#client/session/session.unsent.ts'
import { outboxAtom, placesOf } from './comments.outbox.ts'

/** For whoever signs out: how many comments did not arrive, and are forgotten with the session. */
registerUnsentCheck(async () => {
  const store = getDefaultStore()
  const places = placesOf(store.get(outboxAtom), store.get(authAtom).userNo)
  const count = places.flatMap(({ outgoing }) => outgoing).length
  return count === 0 ? null : t('comments.unsentAtLeaving', { count })
})
