import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { noteKeys } from '#client/features/notes/notes.queries.ts'
import type { MarkdownProps } from '#client/markdown/Markdown.tsx'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { registerBeforeSignOut } from '#client/session/session.beforeSignOut.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import { decodeText, encodeText } from '#protocol/encoding.ts'
import { type NoteView, updateNote } from '#protocol/notes.ts'
import { createTaskToggler, type SavedNote } from './taskToggler.ts'

interface TaskToggling {
  /** Plain text with unsaved toggles; null while the note loads. */
  text: string | null
  /** Undefined unless the user is the author. */
  onToggleTask: MarkdownProps['onToggleTask']
}

/** The text of a note, in which its author can toggle tasks. */
export function useTaskToggling(noteNo: number, note: NoteView | undefined): TaskToggling {
  const cache = useQueryClient()
  const showToast = useSetAtom(showToastAtom)
  const [toggler] = useState(() =>
    createTaskToggler({
      save: toggled => saveToggled(cache, noteNo, toggled),
      onLost: () => showToast({ text: t('notes.tickLost') }),
      onFailed(error) {
        showToast({ text: `${t('notes.tickFailed')} ${failureText(error)}` })
        // The save may have succeeded without a response, or the note may be deleted.
        void cache.invalidateQueries({ queryKey: noteKeys.detail(noteNo) })
      },
    }),
  )
  const toggled = useSyncExternalStore(toggler.subscribe, toggler.getShownNote)
  useEffect(() => registerBeforeSignOut(toggler.whenIdle), [toggler])

  if (note === undefined) return { text: null, onToggleTask: undefined }
  const fetched = { title: note.title, text: decodeText(note.text), version: note.version }
  const shownNote = toggled && toggled.version >= fetched.version ? toggled : fetched
  return {
    text: shownNote.text,
    onToggleTask: note.isAuthor ? (task, isDone) => toggler.toggle(fetched, task, isDone) : undefined,
  }
}

async function saveToggled(cache: QueryClient, noteNo: number, { title, text, version }: SavedNote) {
  const input = { noteNo, title, text: encodeText(text), version }
  const reply = await callApi(updateNote, input, { keepalive: true })
  const now = reply.success ? { title, text } : { title: reply.title, text: decodeText(reply.text) }
  updateCache(cache, noteNo, { ...now, version: reply.version }, reply.lastUpdate)
  return { isMine: reply.success, note: { ...now, version: reply.version } }
}

/** Updates the cached note, so that its screen need not refetch, and invalidates lists and history. */
function updateCache(
  cache: QueryClient,
  noteNo: number,
  { title, text, version }: SavedNote,
  lastUpdate: string,
) {
  cache.setQueryData<NoteView>(noteKeys.detail(noteNo), cached =>
    cached && cached.version < version
      ? { ...cached, title, text: encodeText(text), version, lastUpdate }
      : cached,
  )
  for (const queryKey of [noteKeys.pages, noteKeys.searches, noteKeys.history(noteNo)])
    void cache.invalidateQueries({ queryKey })
}
