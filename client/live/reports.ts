import { getDefaultStore } from 'jotai'
import { callApi } from '#client/platform/calls/callApi.ts'
import { authAtom } from '#client/session/session.ts'
import { isAdministrator } from '#protocol/access.ts'
import { countReports } from '#protocol/reports.ts'
import { onEvent, onResync } from './eventBus.ts'
import { waitingReportsAtom } from './reports.count.ts'

/** Keeps the number of waiting reports true while an administrator is signed in. Returns how to stop, which forgets it. */
export function followReports(): () => void {
  const store = getDefaultStore()
  let lastQuestion = 0

  async function refresh() {
    if (!isAdministrator(store.get(authAtom))) return
    const question = ++lastQuestion
    // What is not answered is asked again with the next connection, and with the next event.
    const answer = await callApi(countReports, {}).catch(() => null)
    if (answer && question === lastQuestion) store.set(waitingReportsAtom, answer.waiting)
  }
  const stops = [onResync(() => void refresh()), onEvent('reports:changed', () => void refresh())]
  return () => {
    lastQuestion += 1
    for (const stop of stops) stop()
    store.set(waitingReportsAtom, 0)
  }
}
