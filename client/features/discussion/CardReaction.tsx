import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { ReactionToggle } from '#client/features/reactions/ReactionToggle.tsx'
import { namesOf } from '#client/features/reactions/reactions.names.ts'
import { useSetReaction } from '#client/features/reactions/useSetReaction.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import type { PersonView } from '#protocol/accounts.ts'
import type { SharedNoteItem } from '#protocol/discussion.ts'
import { NOTE_ITSELF } from '#protocol/reactions.ts'
import { type DiscussionPage, withNoteReaction } from './discussion.cache.ts'
import { discussionKeys } from './discussion.queries.ts'

interface CardReactionProps {
  hubNo: number
  note: SharedNoteItem
  /** The members of the hub. */
  people: ReadonlyMap<number, PersonView>
  /** Of the note's title. */
  describedBy: string
}

const NOBODY: readonly number[] = []

/** Empathizes with a note from its card. */
export function CardReaction({ hubNo, note, people, describedBy }: CardReactionProps) {
  const { noteNo, empathyNos: told = NOBODY } = note
  const cache = useQueryClient()
  const showToast = useSetAtom(showToastAtom)
  const { userNos, isMine, toggle, error } = useSetReaction({
    place: { hubNo, noteNo },
    commentNo: NOTE_ITSELF,
    told,
    onAnswer: ({ version, empathy: reaction }) =>
      cache.setQueriesData<DiscussionPage>({ queryKey: discussionKeys.hub(hubNo) }, page =>
        page && page.version < version ? withNoteReaction(page, noteNo, reaction) : page,
      ),
  })

  useEffect(() => {
    if (error) showToast({ text: failureText(error) })
  }, [error, showToast])

  const names = namesOf(userNos, people.size > 0 ? [...people.values()] : undefined)
  return (
    <ReactionToggle
      count={userNos.length}
      names={names}
      isMine={isMine}
      onToggle={toggle}
      describedBy={describedBy}
    />
  )
}
