import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { noteKeys } from '#client/features/notes/notes.queries.ts'
import type { MarkdownProps } from '#client/markdown/Markdown.tsx'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { beforeSigningOut } from '#client/session/session.leaving.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import { decodeText, encodeText } from '#protocol/encoding.ts'
import { type NoteView, updateNote } from '#protocol/notes.ts'
import { createTicker, type SavedNote } from './note.ticker.ts'

interface Ticking {
  /** Plain, with what is ticked and not saved yet; null while the note is on its way. */
  text: string | null
  /** For the note's author. */
  onTick: MarkdownProps['onTick']
}

/** The text of the note that is read, in which its author ticks tasks. */
export function useTicking(noteNo: number, note: NoteView | undefined): Ticking {
  const cache = useQueryClient()
  const showToast = useSetAtom(showToastAtom)
  const [ticker] = useState(() =>
    createTicker({
      save: ticked => saveTicked(cache, noteNo, ticked),
      onLost: () => showToast({ text: t('notes.tickLost') }),
      onFailed(error) {
        showToast({ text: `${t('notes.tickFailed')} ${failureText(error)}` })
        // It may have arrived without its answer, or the note may be gone.
        void cache.invalidateQueries({ queryKey: noteKeys.one(noteNo) })
      },
    }),
  )
  const ticked = useSyncExternalStore(ticker.subscribe, ticker.shown)
  useEffect(() => beforeSigningOut(ticker.settled), [ticker])

  if (note === undefined) return { text: null, onTick: undefined }
  const fetched = { title: note.title, text: decodeText(note.text), version: note.version }
  const shown = ticked && ticked.version >= fetched.version ? ticked : fetched
  return {
    text: shown.text,
    onTick: note.isAuthor ? (task, isDone) => ticker.tick(fetched, task, isDone) : undefined,
  }
}

async function saveTicked(cache: QueryClient, noteNo: number, { title, text, version }: SavedNote) {
  const input = { noteNo, title, text: encodeText(text), version }
  const reply = await callApi(updateNote, input, { keepalive: true })
  const now = reply.success ? { title, text } : { title: reply.title, text: decodeText(reply.text) }
  remember(cache, noteNo, { ...now, version: reply.version }, reply.lastUpdate)
  return { isMine: reply.success, note: { ...now, version: reply.version } }
}

/** What the server has now is no news for the note's own screen; the lists and the history are asked for again. */
function remember(
  cache: QueryClient,
  noteNo: number,
  { title, text, version }: SavedNote,
  lastUpdate: string,
) {
  cache.setQueryData<NoteView>(noteKeys.one(noteNo), known =>
    known && known.version < version
      ? { ...known, title, text: encodeText(text), version, lastUpdate }
      : known,
  )
  for (const queryKey of [noteKeys.pages, noteKeys.searchedAll, noteKeys.history(noteNo)])
    void cache.invalidateQueries({ queryKey })
}
