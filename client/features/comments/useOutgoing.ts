import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { makeRequestKey } from '#client/features/notes/note.requestKey.ts'
import { callApi } from '#client/platform/callApi.ts'
import { postComment } from '#protocol/comments.ts'
import { withPosted } from './comments.cache.ts'
import { type Place, patchThread } from './comments.queries.ts'

/** A comment on its way. However often it is sent, its key makes one comment of it. */
export interface Outgoing {
  requestKey: string
  text: string
  /** Why it did not arrive; null while it is under way. */
  error: Error | null
}

/** One's comments that the server has not confirmed. None is lost: what fails stays until it is sent or taken back. */
export function useOutgoing(place: Place) {
  const cache = useQueryClient()
  const [outgoing, setOutgoing] = useState<Outgoing[]>([])

  const drop = (requestKey: string) =>
    setOutgoing(all => all.filter(comment => comment.requestKey !== requestKey))
  const tell = (requestKey: string, error: Error | null) =>
    setOutgoing(all =>
      all.map(comment => (comment.requestKey === requestKey ? { ...comment, error } : comment)),
    )

  async function deliver(requestKey: string, text: string) {
    try {
      const { comment } = await callApi(postComment, { ...place, text, requestKey })
      patchThread(cache, place, thread => withPosted(thread, comment))
      drop(requestKey)
    } catch (error) {
      tell(requestKey, error instanceof Error ? error : new Error(String(error)))
    }
  }

  return {
    outgoing,
    send(text: string) {
      const requestKey = makeRequestKey()
      setOutgoing(all => [...all, { requestKey, text, error: null }])
      void deliver(requestKey, text)
    },
    sendAgain({ requestKey, text }: Outgoing) {
      tell(requestKey, null)
      void deliver(requestKey, text)
    },
    drop,
  }
}
