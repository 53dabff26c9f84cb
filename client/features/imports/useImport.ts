import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { createUserUploads } from '#client/features/notes/attachments/picture.sending.ts'
import { useNotesChanged } from '#client/features/notes/notes.queries.ts'
import { encodeNoteText } from '#client/features/notes/sync/note.content.ts'
import { sha256 } from '#client/platform/browser/digest.ts'
import { CUSTOM, makeRequestKey, uuidOf } from '#client/platform/browser/requestKey.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { withTimeout } from '#client/platform/calls/timeouts.ts'
import { authAtom } from '#client/session/session.ts'
import { ITEMS_PER_PAGE_MAX } from '#protocol/limits.ts'
import { postNote, updateNote } from '#protocol/notes.ts'
import { createTopic, getTopics } from '#protocol/topics.ts'
import { createImporter, type FailedImport, type Importer, type ImportProgress } from './import.importer.ts'
import type { PlannedNote } from './import.notes.ts'
import { createImportStore, createPictureSender, type ImportJob } from './import.pictures.ts'

export interface PicturesProgress {
  sent: number
  /** Progress of the running upload from 0 to 1; null if there is none. */
  current: number | null
  /** Notes are created without rejected pictures. */
  rejected: readonly FailedImport[]
}

const NO_NOTES_YET: ImportProgress = { state: 'running', created: 0, total: 0, failed: [] }
const NO_PICTURES_YET: PicturesProgress = { sent: 0, current: null, rejected: [] }

/** Starts the import on mount and stops it on unmount. */
export function useImport({ topics, pictures }: ImportJob) {
  const { userNo } = useAtomValue(authAtom)
  const [progress, setProgress] = useState(NO_NOTES_YET)
  const [picturesProgress, setPicturesProgress] = useState(NO_PICTURES_YET)
  /** Increments for a restart. Request keys keep a restart from creating a note twice. */
  const [run, setRun] = useState(0)
  const importer = useRef<Importer | null>(null)
  const notesChanged = useNotesChanged()

  // biome-ignore lint/correctness/useExhaustiveDependencies: `run` restarts the import
  useEffect(() => {
    const updatePictures = (change: (previous: PicturesProgress) => Partial<PicturesProgress>) =>
      setPicturesProgress(previous => ({ ...previous, ...change(previous) }))
    const uploads = createUserUploads(userNo, createImportStore(pictures))
    const sender = createPictureSender({
      pictures,
      uploads,
      onSent: sent => updatePictures(() => ({ sent })),
      onRejected: (title, failure) =>
        updatePictures(({ rejected }) => ({
          rejected: [...rejected, { title, reason: failureText(failure) }],
        })),
    })
    setPicturesProgress(NO_PICTURES_YET)
    const unsubscribe = uploads.subscribe(() =>
      updatePictures(() => ({ current: uploads.state()[0]?.sent ?? null })),
    )
    const current = createImporter({
      plan: { topics },
      getTopicNo: ({ title, ordinal }) => findOrCreateTopic(title, ordinal),
      post: async ({ topicNo, title, text, requestKey, isPinned = false, ...times }) => {
        const uploaded = encodeNoteText(await sender.uploadAll(text))
        const note = { topicNo, title, text: uploaded, requestKey, isPinned, ...timeFields(times) }
        return callApi(postNote, note, withTimeout())
      },
      link: async ({ noteNo, title, text, lastUpdate }) => {
        const linked = encodeNoteText(await sender.uploadAll(text))
        const note = { noteNo, title, text: linked, version: 1, ...timeFields({ lastUpdate }) }
        return callApi(updateNote, note, withTimeout())
      },
      keyOf: requestKeyOf,
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
      unsubscribe()
      sender.stop()
    }
  }, [topics, pictures, userNo, run])

  return {
    progress,
    picturesProgress,
    stop: () => importer.current?.stop(),
    resume: () => importer.current?.resume(),
    restart: () => setRun(previous => previous + 1),
  }
}

function timeFields({
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

/**
 * The topic with this title; of several the one at position `ordinal`, oldest first. Creates topics until it exists. Throws
 * CallFailed.
 */
async function findOrCreateTopic(title: string, ordinal: number): Promise<number> {
  const numbers = await findTopics(title)
  for (let count = numbers.length; count <= ordinal; count++) {
    const { subjects } = await callApi(createTopic, { title, itemsPerPage: 1 })
    numbers.unshift(subjects[0]?.subjectNo ?? 0)
  }
  return numbers.at(-1 - ordinal) ?? 0
}

async function findTopics(title: string): Promise<number[]> {
  const numbers: number[] = []
  for (let page = 1, last = 1; page <= last; page++) {
    const { subjects, pageIndex } = await callApi(getTopics, {
      curPageNo: page,
      itemsPerPage: ITEMS_PER_PAGE_MAX,
    })
    numbers.push(...subjects.filter(topic => topic.title === title).map(topic => topic.subjectNo))
    last = pageIndex.lastPageNum
  }
  return numbers
}

/**
 * A request key derived from the content, so that a repeated import does not create the note again. Random in browsers without
 * `crypto.subtle`.
 */
async function requestKeyOf(
  topic: string,
  { title, text }: Pick<PlannedNote, 'title' | 'text'>,
  copy: number,
): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(['import', topic, title, text, copy]))
  const digest = await sha256(bytes)
  return digest === null ? makeRequestKey() : uuidOf(digest.subarray(0, 16), CUSTOM)
}
