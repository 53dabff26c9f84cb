import { useQuery } from '@tanstack/react-query'
import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import type { Thread } from '#client/features/comments/comments.cache.ts'
import { type DraftOwner, setDraftTarget, useOutboxField } from '#client/features/comments/comments.drafts.ts'
import { threadKey } from '#client/features/comments/comments.queries.ts'
import { useTypingMembers } from '#client/features/comments/TypingIndicator.tsx'
import { opensByQuestionMarkAtom } from '#client/features/shortcuts/shortcutsDialog.state.ts'
import { useShortcut } from '#client/platform/browser/keyboard.ts'
import { failureText, isNotFound } from '#client/platform/calls/callFailed.ts'
import { useNumberParameter, useQueryParameters } from '#client/platform/router/navigation.tsx'
import { authAtom } from '#client/session/session.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import type { NoteView } from '#protocol/notes.ts'
import { type HighlightView, type Passage, passageKey } from '#protocol/passages.ts'
import { PassageLayer } from './PassageLayer.tsx'
import { PassageSheet } from './PassageSheet.tsx'
import { focusMark } from './passageMark.ts'
import { adjacentGroup, isMarked, type PassageGroup } from './passages.groups.ts'
import { nextPassage, previousPassage } from './passages.keys.ts'
import { usePassageState } from './passages.state.ts'
import type { PassageWriter } from './passages.tools.ts'
import { useOpenGroup } from './useOpenGroup.ts'
import { useOpenPassage } from './useOpenPassage.ts'
import { useAnchoredGroups, useHighlighting, useLivePassages, usePassageGroups } from './usePassages.ts'

interface NotePassagesProps {
  hubNo: number
  note: NoteView
}

/** Highlights of and comments on passages of a note that is read in a room. */
export function NotePassages({ hubNo, note }: NotePassagesProps) {
  const { userNo } = useAtomValue(authAtom)
  const { noteNo, version } = note
  const owner = useMemo(() => ({ userNo, place: { hubNo, noteNo } }), [userNo, hubNo, noteNo])
  const { place } = owner
  useLivePassages(place)
  const groups = usePassageGroups(owner)
  const { data: thread, error } = useQuery<Thread>({ queryKey: threadKey(place), enabled: false })
  const writers = useWriters(owner)
  const draft = useOutboxField(owner, 'passage')
  const { group, isBeside, canBeBeside, open, close } = useOpenGroup(owner)
  const { openKey } = useOpenPassage()
  const { box } = usePassageState()
  /** The passage whose sheet was opened to write a comment. */
  const [writingKey, setWritingKey] = useState<string | null>(null)
  const { adding, deleting } = useHighlighting(place, userNo)
  const showToast = useSetAtom(showToastAtom)
  usePassageKeys(groups, openKey, open)
  useHighlightOfUserInAddress(groups)

  const { mutate: highlight } = adding
  const { mutate: erase } = deleting
  const tools = useMemo(() => {
    const tellFailure = { onError: (error: Error) => showToast({ text: failureText(error) }) }
    return {
      noteVersion: version,
      onHighlight: (passage: Passage) => highlight(passage, tellFailure),
      onErase: (highlightNo: number) => erase(highlightNo, tellFailure),
      onComment(passage: Passage) {
        setDraftTarget(owner, { passage })
        if (canBeBeside) return box.current?.focus()
        setWritingKey(passageKey(passage))
        open(passageKey(passage))
      },
    }
  }, [version, highlight, erase, owner, canBeBeside, box, open, showToast])

  return (
    <>
      <PassageLayer
        groups={groups}
        writers={writers}
        myNo={userNo}
        readUpTo={thread?.readUpTo ?? Number.POSITIVE_INFINITY}
        openKey={group?.key ?? openKey}
        draftKey={draft ? passageKey(draft) : null}
        onOpen={open}
        tools={tools}
      />
      {group && !isBeside && thread && !isNotFound(error) && (
        <PassageSheet
          {...{ owner, note, thread, group }}
          isWriting={writingKey === group.key}
          onClose={() => {
            setWritingKey(null)
            close()
          }}
        />
      )}
    </>
  )
}

/** The other members who write about a passage of the note. */
function useWriters({ userNo, place }: DraftOwner): readonly PassageWriter[] {
  const members = useTypingMembers(place.hubNo, userNo)
  return useMemo(
    () =>
      members.flatMap(({ passage, noteNo, ...member }) =>
        passage && noteNo === place.noteNo ? [{ ...member, passage }] : [],
      ),
    [members, place.noteNo],
  )
}

/** Opens the newest highlight of the user in the address, as a notification about it does. */
function useHighlightOfUserInAddress(groups: readonly PassageGroup[]): void {
  const userNo = useNumberParameter('by')
  const [query, goTo] = useQueryParameters()
  const newest = groups
    .flatMap(({ highlights }) => highlights)
    .filter(highlight => highlight.userNo === userNo)
    .reduce<HighlightView | null>(
      (last, highlight) => (last && last.highlightNo > highlight.highlightNo ? last : highlight),
      null,
    )
  const key = newest && passageKey(newest.passage)

  useEffect(() => {
    if (key === null) return
    const next = new URLSearchParams(query)
    next.delete('by')
    next.set('passage', key)
    goTo(next, { replace: true })
  }, [key, query, goTo])
}

/** The keys to the previous and next passage: they open it if one is open, and otherwise move the focus to its mark. */
function usePassageKeys(
  groups: readonly PassageGroup[],
  openKey: string | null,
  open: (key: string) => void,
): void {
  const marked = useAnchoredGroups(groups).filter(isMarked)
  const store = useStore()

  function move(step: 1 | -1): void {
    if (!store.get(opensByQuestionMarkAtom)) return
    const focusedKeys = (document.activeElement as HTMLElement | null)?.dataset.passageMark?.split(' ') ?? []
    const current = openKey ?? focusedKeys.at(step === 1 ? -1 : 0) ?? null
    const next = adjacentGroup(marked, current, step)
    if (next === undefined) return
    if (openKey === null) focusMark(next.key)
    else open(next.key)
  }
  useShortcut(nextPassage, () => move(1))
  useShortcut(previousPassage, () => move(-1))
}
