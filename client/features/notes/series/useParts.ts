import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { lockCopy, storeCopy } from '#client/features/documents/documentStore.ts'
import type { StoredDocument } from '#client/features/documents/storedDocument.ts'
import type { EditorEntry } from '#client/features/notes/editor/text/useCaretOfEntry.ts'
import { deletionKey, useNotesChanged } from '#client/features/notes/notes.queries.ts'
import { type Editor, isDirty } from '#client/features/notes/sync/editor.ts'
import { withTitle } from '#client/features/notes/sync/note.content.ts'
import { useRestoreNotes } from '#client/features/trash/trash.restore.ts'
import { paths } from '#client/paths.ts'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { readStored, writeStored } from '#client/platform/browser/storage.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import { deleteNote, type SeriesPlaceView } from '#protocol/notes.ts'
import type { DivisionPlan, RequestKeys } from './continueInParts.ts'
import { createSeriesCalls } from './series.calls.ts'
import { SERIES_PLACE_KEY } from './useSeriesPlace.ts'

/** Contains the parser, which finds good breaks. */
export const continueModule = lazyModule(() => import('./continueInParts.ts'))

export type Parts = ReturnType<typeof useParts>

/** Writes the parts of a series from the editor of one of them. */
export function useParts(editor: Editor, series: SeriesPlaceView | null) {
  const { userNo } = useAtomValue(authAtom)
  const cache = useQueryClient()
  const navigate = useNavigate()
  const showToast = useSetAtom(showToastAtom)
  const notesChanged = useNotesChanged()
  const { showDeletedToast } = useRestoreNotes()
  const [isBusy, setBusy] = useState(false)
  const [isInterrupted, setInterrupted] = useState(() => isMoveInterrupted(editor.state().noteNo))
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  function seriesChanged() {
    notesChanged()
    void cache.invalidateQueries({ queryKey: SERIES_PLACE_KEY })
  }

  /** One at a time. A failure is shown, and changes nothing. */
  async function run(work: () => Promise<void>): Promise<void> {
    if (isBusy) return
    setBusy(true)
    try {
      await work()
    } catch (error) {
      showToast({ text: failureText(error) })
    }
    if (!isMounted.current) return
    setBusy(false)
    setInterrupted(isMoveInterrupted(editor.state().noteNo))
  }

  /** Text that cannot be saved stays on this device and on the server. */
  async function saveAndOpen(noteNo: number, entry?: EditorEntry): Promise<void> {
    if (isDirty(editor.state())) await editor.save('manual')
    await open(noteNo, entry)
  }

  async function open(noteNo: number, entry?: EditorEntry): Promise<void> {
    // Going back leaves the editor.
    if (isMounted.current) await navigate(paths.updateNote(noteNo), { replace: true, state: entry ?? null })
  }

  /** Returns whether the parts have the text. */
  async function divide(plan: (text: string) => DivisionPlan): Promise<boolean> {
    const { continueInParts } = await continueModule.load()
    const calls = createSeriesCalls(userNo)
    const last = await continueInParts({ editor, calls, plan, userNo, keys: storedKeys, storeMeanwhile })
    if (last === null) return false
    seriesChanged()
    await open(last, { isAtEnd: true })
    return true
  }

  return {
    isBusy,
    /** An earlier attempt has copied text into the next part, and not removed it here. Continuing again completes it. */
    isInterrupted: isInterrupted && !isBusy,
    open: (noteNo: number) => run(() => saveAndOpen(noteNo)),
    openAt: (noteNo: number, selection: { start: number; end: number }) =>
      void run(() => saveAndOpen(noteNo, { selection })),
    continueInNext: () =>
      run(async () => {
        const { planContinuation } = await continueModule.load()
        await divide(planContinuation)
      }),
    /** Returns whether the text is in the parts. */
    async insertInParts(insert: string, selection: () => { start: number; end: number }): Promise<boolean> {
      let isInserted = false
      await run(async () => {
        const { planInsertion } = await continueModule.load()
        // A note without a title gets that of the text, so that it can be saved.
        const { title } = editor.state().content
        editor.setTitle(withTitle({ title, text: insert }).title)
        isInserted = await divide(planInsertion(insert, selection))
      })
      return isInserted
    },
    addAtEnd: () =>
      run(async () => {
        const lastNo = series?.parts.at(-1)?.noteNo
        if (lastNo === undefined) return
        const calls = createSeriesCalls(userNo)
        const added = await calls.create({ noteNo: lastNo, text: '', requestKey: makeRequestKey() })
        seriesChanged()
        await saveAndOpen(added.noteNo, { isAtEnd: true })
      }),
    deletePart: () =>
      run(async () => {
        const { noteNo, savedContent } = editor.state()
        const before = series?.parts[series.place - 2]
        if (noteNo === null || !series || !before) return
        if (isDirty(editor.state()) && !(await editor.save('manual'))) return
        await cache
          .getMutationCache()
          .build(cache, {
            mutationKey: deletionKey(noteNo),
            mutationFn: () => callApi(deleteNote, { noteNo }),
          })
          .execute(undefined)
        const title = t('series.partTitle', { title: savedContent.title, index: series.place })
        showDeletedToast([{ noteNo, title }])
        seriesChanged()
        await open(before.noteNo, { isAtEnd: true })
      }),
  }
}

async function storeMeanwhile(copy: StoredDocument): Promise<() => Promise<void>> {
  const release = lockCopy(copy.copyId)
  await storeCopy(copy.copyId, copy)
  return async () => {
    await storeCopy(copy.copyId, null)
    release()
  }
}

/** Local storage, by the user's notes. */
const KEYS = 'continuedNotes'

const storedKeys: RequestKeys = {
  of: noteNo => readKeys()[noteNo] ?? [],
  store(noteNo, keys) {
    const { [noteNo]: _, ...others } = readKeys()
    const next = keys.length > 0 ? { ...others, [noteNo]: keys } : others
    writeStored(KEYS, Object.keys(next).length > 0 ? JSON.stringify(next) : null)
  },
}

const isMoveInterrupted = (noteNo: number | null) => noteNo !== null && storedKeys.of(noteNo).length > 0

function readKeys(): Record<number, readonly string[]> {
  try {
    return JSON.parse(readStored(KEYS) ?? '{}')
  } catch {
    return {}
  }
}
