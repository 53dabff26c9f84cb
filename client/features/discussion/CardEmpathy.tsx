import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { EmpathyToggle } from '#client/features/empathies/EmpathyToggle.tsx'
import { namesOf } from '#client/features/empathies/empathies.names.ts'
import { useEmpathizing } from '#client/features/empathies/useEmpathizing.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import type { PersonView } from '#protocol/accounts.ts'
import type { SharedNoteItem } from '#protocol/discussion.ts'
import { NOTE_ITSELF } from '#protocol/empathies.ts'
import { type DiscussionPage, withNoteEmpathy } from './discussion.cache.ts'
import { discussionKeys } from './discussion.queries.ts'

interface CardEmpathyProps {
  hubNo: number
  note: SharedNoteItem
  /** The members of the hub. */
  people: ReadonlyMap<number, PersonView>
  /** Of the note's title. */
  describedBy: string
}

const NOBODY: readonly number[] = []

/** Empathizes with a note from its card. */
export function CardEmpathy({ hubNo, note, people, describedBy }: CardEmpathyProps) {
  const { noteNo, empathyNos: told = NOBODY } = note
  const cache = useQueryClient()
  const showToast = useSetAtom(showToastAtom)
  const { userNos, isMine, toggle, error } = useEmpathizing({
    place: { hubNo, noteNo },
    commentNo: NOTE_ITSELF,
    told,
    onAnswer: ({ version, empathy }) =>
      cache.setQueriesData<DiscussionPage>({ queryKey: discussionKeys.hub(hubNo) }, page =>
        page && page.version < version ? withNoteEmpathy(page, noteNo, empathy) : page,
      ),
  })

  useEffect(() => {
    if (error) showToast({ text: failureText(error) })
  }, [error, showToast])

  const names = namesOf(userNos, people.size > 0 ? [...people.values()] : undefined)
  return (
    <EmpathyToggle
      count={userNos.length}
      names={names}
      isMine={isMine}
      onToggle={toggle}
      describedBy={describedBy}
    />
  )
}
