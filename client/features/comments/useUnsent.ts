import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { makeRequestKey } from '#client/features/notes/note.requestKey.ts'
import { callApi } from '#client/platform/callApi.ts'
import { failureText } from '#client/platform/callFailed.ts'
import { beforeSigningOut } from '#client/platform/session.leaving.ts'
import { postComment } from '#protocol/comments.ts'
import { withPosted } from './comments.cache.ts'
import { type Place, patchThread } from './comments.queries.ts'
import {
  nothingUnsent,
  type Outgoing,
  type Unsent,
  unsentAtom,
  unsentKey,
  withUnsent,
} from './comments.unsent.ts'

/** The keys of what is being sent since this page was loaded, by whichever screen. */
const underWay = new Set<string>()

/** One's comments that the server has not confirmed. None is lost: what fails stays until it is sent or taken back. */
export function useUnsent(place: Place, userNo: number) {
  const cache = useQueryClient()
  const key = unsentKey(userNo, place)
  const { text, outgoing } = useAtomValue(unsentAtom)[key] ?? nothingUnsent
  const setAll = useSetAtom(unsentAtom)

  const change = (how: (unsent: Unsent) => Unsent) => setAll(all => withUnsent(all, key, how))
  const drop = (requestKey: string) =>
    change(unsent => ({
      ...unsent,
      outgoing: unsent.outgoing.filter(each => each.requestKey !== requestKey),
    }))
  const tell = (requestKey: string, failure: string | null) =>
    change(unsent => ({
      ...unsent,
      outgoing: unsent.outgoing.map(each => (each.requestKey === requestKey ? { ...each, failure } : each)),
    }))

  async function deliver({ requestKey, text: words }: Pick<Outgoing, 'requestKey' | 'text'>) {
    underWay.add(requestKey)
    try {
      const { comment } = await callApi(
        postComment,
        { ...place, text: words, requestKey },
        { keepalive: true },
      )
      patchThread(cache, place, thread => withPosted(thread, comment))
      drop(requestKey)
    } catch (error) {
      tell(requestKey, failureText(error))
    }
    underWay.delete(requestKey)
  }

  function begin(comment: Pick<Outgoing, 'requestKey' | 'text'>) {
    const delivered = deliver(comment)
    void delivered.finally(beforeSigningOut(() => delivered))
  }

  // What was under way when the page was left: whether it arrived is not known, and its key makes sure that it does once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each thread that is opened
  useEffect(() => {
    for (const comment of outgoing)
      if (comment.failure === null && !underWay.has(comment.requestKey)) begin(comment)
  }, [key])

  return {
    text,
    outgoing,
    write: (written: string) => change(unsent => ({ ...unsent, text: written })),
    /** Sends it and empties the box. `after`: the newest comment that is shown. */
    send(words: string, after: number) {
      const comment = { requestKey: makeRequestKey(), text: words, after, failure: null }
      change(unsent => ({ text: '', outgoing: [...unsent.outgoing, comment] }))
      begin(comment)
    },
    sendAgain(comment: Outgoing) {
      tell(comment.requestKey, null)
      begin(comment)
    },
    /** Puts it back into the box, before what is there. */
    takeBack({ requestKey, text: words }: Outgoing) {
      drop(requestKey)
      change(unsent => ({ ...unsent, text: unsent.text.trim() === '' ? words : `${words}\n${unsent.text}` }))
    },
  }
}
