import { useEffect, useState } from 'react'
import { keepDraftOfLink } from '#client/features/notes/editor/drafts/note.drafts.ts'
import type { NoteContent } from '#client/features/notes/editor/saving/note.content.ts'
import { paths } from '#client/paths.ts'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'

/**
 * Makes what another app or a link has sent a draft under the topic, once that is known: the address of its editor.
 */
export function useSharedDraft(userNo: number, topicNo: number | undefined, shared: NoteContent | null) {
  const [requestKey] = useState(makeRequestKey)
  const [address, setAddress] = useState<string | null>(null)

  useEffect(() => {
    if (topicNo === undefined || shared === null) return
    const draft = { ...shared, version: 0, requestKey, topicNo, keptAt: Date.now(), unanswered: [] }
    void keepDraftOfLink({ userNo, topicNo, requestKey }, draft).then(() =>
      setAddress(paths.draft(topicNo, requestKey)),
    )
  }, [userNo, topicNo, shared, requestKey])

  return address
}
