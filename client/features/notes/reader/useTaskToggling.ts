import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { noteKeys, updateCachedNote } from '#client/features/notes/notes.queries.ts'
import { firstLinesOf } from '#client/features/notes/series/partsOnPage.ts'
import type { Part } from '#client/features/notes/series/series.queries.ts'
import type { MarkdownProps } from '#client/markdown/Markdown.tsx'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { registerBeforeSignOut } from '#client/session/session.beforeSignOut.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import { decodeText, encodeText } from '#protocol/encoding.ts'
import { updateNote } from '#protocol/notes.ts'
import { wholeText } from '#protocol/seriesText.ts'
import { createPartTogglers } from './partTogglers.ts'
import type { SavedNote } from './taskToggler.ts'

interface TaskToggling {
  /** The text of all parts with unsaved toggles; null while the note loads. */
  text: string | null
  /** The lines of the text at which the parts begin. */
  partLines: readonly number[]
  /** Undefined unless the user is the author. */
  onToggleTask: MarkdownProps['onToggleTask']
}

/** The text of a note or of the parts of a series, in which its author can toggle tasks. */
export function useTaskToggling(
  noteNo: number,
  parts: readonly Part[] | null,
  isAuthor: boolean,
): TaskToggling {
  const cache = useQueryClient()
  const showToast = useSetAtom(showToastAtom)
  const [togglers] = useState(() =>
    createPartTogglers({
      save: (partNo, toggled) => saveToggled(cache, partNo, toggled),
      onLost: () => showToast({ text: t('notes.tickLost') }),
      onFailed(error) {
        showToast({ text: `${t('notes.tickFailed')} ${failureText(error)}` })
        // The save may have succeeded without a response, or the note may be deleted.
        for (const queryKey of [noteKeys.detail(noteNo), noteKeys.series(noteNo)])
          void cache.invalidateQueries({ queryKey })
      },
    }),
  )
  const toggled = useSyncExternalStore(togglers.subscribe, togglers.getShownNotes)
  useEffect(() => registerBeforeSignOut(togglers.whenIdle), [togglers])

  const shown = useMemo(() => {
    const shownParts = parts?.map(part => {
      const note = toggled.get(part.noteNo)
      return note && note.version >= part.version ? { ...part, text: note.text } : part
    })
    const text = shownParts ? wholeText(shownParts) : null
    return { text, partLines: shownParts && text !== null ? firstLinesOf(shownParts, text) : [] }
  }, [parts, toggled])

  return {
    ...shown,
    onToggleTask:
      isAuthor && parts
        ? (task, isDone) => {
            const index = shown.partLines.findLastIndex(first => first <= task.line)
            const part = parts[index]
            if (part)
              togglers.toggle(part, { ...task, line: task.line - (shown.partLines[index] ?? 0) }, isDone)
          }
        : undefined,
  }
}

async function saveToggled(cache: QueryClient, noteNo: number, { title, text, version }: SavedNote) {
  const input = { noteNo, title, text: encodeText(text), version }
  const reply = await callApi(updateNote, input, { keepalive: true })
  const now = reply.success ? { title, text } : { title: reply.title, text: decodeText(reply.text) }
  const saved = { ...now, version: reply.version }
  updateCachedNote(cache, { ...saved, noteNo, lastUpdate: reply.lastUpdate })
  // The screen has the note already.
  for (const queryKey of [noteKeys.pages, noteKeys.searches, noteKeys.history(noteNo)])
    void cache.invalidateQueries({ queryKey })
  return { isMine: reply.success, note: saved }
}
