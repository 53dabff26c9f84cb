import { getDefaultStore } from 'jotai'
import { callApi } from '#client/platform/calls/callApi.ts'
import { countInbox } from '#protocol/inbox.ts'
import { onEvent, onResync } from './eventBus.ts'
import { newsCountAtom } from './news.count.ts'
import { noNews, withNewsAnswered, withNewsTold } from './news.numbers.ts'

/** Keeps the bell's number true while somebody is signed in. Returns how to stop, which forgets it. */
export function followNews(): () => void {
  const store = getDefaultStore()
  let isOver = false

  async function refresh() {
    // What is not answered is asked again with the next connection, and told with the next event.
    const answer = await callApi(countInbox, {}).catch(() => null)
    if (answer && !isOver) store.set(newsCountAtom, known => withNewsAnswered(known, answer))
  }
  const stops = [
    onResync(() => void refresh()),
    onEvent('inbox:changed', told => store.set(newsCountAtom, known => withNewsTold(known, told))),
  ]
  return () => {
    isOver = true
    for (const stop of stops) stop()
    store.set(newsCountAtom, noNews)
  }
}
