import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { beforeSigningOut } from '#client/session/session.leaving.ts'
import { postComment } from '#protocol/comments.ts'
import { type Thread, withPosted } from './comments.cache.ts'
import { type Place, patchThread } from './comments.queries.ts'
import {
  arrivedKeys,
  keepEdit,
  lostEdits,
  type Outgoing,
  type Unsent,
  unsentAtom,
  unsentKey,
  unsentOf,
  withUnsent,
} from './comments.unsent.ts'

/** The keys of what is being sent since this page was loaded, by whichever screen. */
const underWay = new Set<string>()

/**
 * What one wrote that the server has not confirmed and that does not stand in the thread. None of it is lost: what fails
 * stays until it is sent or taken back.
 */
export function useUnsent(place: Place, userNo: number, thread: Pick<Thread, 'comments' | 'hasOlder'>) {
  const cache = useQueryClient()
  const key = unsentKey(userNo, place)
  const unsent = unsentOf(useAtomValue(unsentAtom), key)
  const { text, outgoing } = unsent
  const setAll = useSetAtom(unsentAtom)

  const change = (how: (unsent: Unsent) => Unsent) => setAll(all => withUnsent(all, key, how))
  const drop = (keys: ReadonlySet<string>) =>
    change(unsent => ({
      ...unsent,
      outgoing: unsent.outgoing.filter(({ requestKey }) => !keys.has(requestKey)),
    }))
  const tell = (requestKey: string, failure: string | null) =>
    change(unsent => ({
      ...unsent,
      outgoing: unsent.outgoing.map(each => (each.requestKey === requestKey ? { ...each, failure } : each)),
    }))

  /** Before what is there. */
  const putIntoBox = (words: string) =>
    change(all => ({ ...all, text: all.text.trim() === '' ? words : `${words}\n${all.text}` }))

  async function deliver({ requestKey, text: words }: Pick<Outgoing, 'requestKey' | 'text'>) {
    underWay.add(requestKey)
    try {
      const { comment } = await callApi(
        postComment,
        { ...place, text: words, requestKey },
        { keepalive: true },
      )
      patchThread(cache, place, thread => withPosted(thread, comment))
      drop(new Set([requestKey]))
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

  const arrived = arrivedKeys(outgoing, thread.comments)
  useEffect(() => {
    if (arrived.size > 0) drop(arrived)
  })

  return {
    text,
    outgoing: outgoing.filter(({ requestKey }) => !arrived.has(requestKey)),
    lostEdits: lostEdits(unsent, thread),
    write: (written: string) => change(unsent => ({ ...unsent, text: written })),
    /** Sends it and empties the box. */
    send(words: string) {
      const comment = { requestKey: makeRequestKey(), text: words, failure: null }
      change(all => ({ ...all, text: '', outgoing: [...all.outgoing, comment] }))
      begin(comment)
    },
    sendAgain(comment: Outgoing) {
      tell(comment.requestKey, null)
      begin(comment)
    },
    takeBack({ requestKey, text: words }: Outgoing) {
      drop(new Set([requestKey]))
      putIntoBox(words)
    },
    takeBackEdit({ commentNo, text: words }: { commentNo: number; text: string }) {
      keepEdit(place, { writerNo: userNo, commentNo }, '')
      putIntoBox(words)
    },
  }
}
