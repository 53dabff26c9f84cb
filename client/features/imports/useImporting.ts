import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { encodeNoteText } from '#client/features/notes/editor/saving/note.content.ts'
import { useNotesChanged } from '#client/features/notes/notes.queries.ts'
import { uploadsOf } from '#client/features/notes/pictures/picture.sending.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { withTimeout } from '#client/platform/calls/inTime.ts'
import { authAtom } from '#client/session/session.ts'
import { postNote, updateNote } from '#protocol/notes.ts'
import { keyOfImported, topicNamed } from './import.calls.ts'
import { createImporter, type FailedImport, type Importer, type ImportProgress } from './import.importer.ts'
import { copiesAmong, createPictureSender, type Order } from './import.sending.ts'

export interface PicturesProgress {
  sent: number
  /** Of the one that is on its way, from 0 to 1; null while none is. */
  current: number | null
  /** Their notes are made without them. */
  rejected: readonly FailedImport[]
}

const NOTHING_YET: ImportProgress = { state: 'running', made: 0, total: 0, failed: [] }
const NO_PICTURES_YET: PicturesProgress = { sent: 0, current: null, rejected: [] }

/** Imports as soon as it is drawn, and stops when it goes from the page. */
export function useImporting({ topics, pictures }: Order) {
  const { userNo } = useAtomValue(authAtom)
  const [progress, setProgress] = useState(NOTHING_YET)
  const [picturesProgress, setPicturesProgress] = useState(NO_PICTURES_YET)
  /** How often it was begun: what is there already is found again by its key. */
  const [run, setRun] = useState(0)
  const importer = useRef<Importer | null>(null)
  const notesChanged = useNotesChanged()

  // biome-ignore lint/correctness/useExhaustiveDependencies: `run` begins it anew
  useEffect(() => {
    const tell = (change: (before: PicturesProgress) => Partial<PicturesProgress>) =>
      setPicturesProgress(before => ({ ...before, ...change(before) }))
    const uploads = uploadsOf(userNo, copiesAmong(pictures))
    const sender = createPictureSender({
      pictures,
      uploads,
      onSent: sent => tell(() => ({ sent })),
      onRejected: (title, failure) =>
        tell(({ rejected }) => ({ rejected: [...rejected, { title, reason: failureText(failure) }] })),
    })
    setPicturesProgress(NO_PICTURES_YET)
    const forget = uploads.subscribe(() => tell(() => ({ current: uploads.state()[0]?.sent ?? null })))
    const current = createImporter({
      plan: { topics },
      topicOf: ({ title, place }) => topicNamed(title, place),
      post: async ({ topicNo, title, text, requestKey, isPinned = false, ...times }) => {
        const settled = encodeNoteText(await sender.settle(text))
        const note = { topicNo, title, text: settled, requestKey, isPinned, ...timesSent(times) }
        return callApi(postNote, note, withTimeout())
      },
      link: async ({ noteNo, title, text, lastUpdate }) => {
        const linked = encodeNoteText(await sender.settle(text))
        const note = { noteNo, title, text: linked, version: 1, ...timesSent({ lastUpdate }) }
        return callApi(updateNote, note, withTimeout())
      },
      keyOf: keyOfImported,
      onProgress: setProgress,
    })
    importer.current = current
    void current.run().then(notesChanged)
    const listening = new AbortController()
    window.addEventListener('online', current.resume, listening)
    window.addEventListener('beforeunload', event => event.preventDefault(), listening)
    return () => {
      listening.abort()
      current.stop()
      forget()
      sender.stop()
    }
  }, [topics, pictures, userNo, run])

  return {
    progress,
    picturesProgress,
    stop: () => importer.current?.stop(),
    resume: () => importer.current?.resume(),
    again: () => setRun(before => before + 1),
  }
}

function timesSent({
  createdAt,
  lastUpdate,
}: {
  createdAt?: Date | undefined
  lastUpdate?: Date | undefined
}) {
  return {
    ...(createdAt && { createdAt: createdAt.toISOString() }),
    ...(lastUpdate && { lastUpdate: lastUpdate.toISOString() }),
  }
}
