import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createUserUploads } from '#client/features/notes/attachments/picture.uploads.ts'
import { useNotesChanged } from '#client/features/notes/notes.queries.ts'
import { encodeNoteText } from '#client/features/notes/sync/note.content.ts'
import { paths } from '#client/paths.ts'
import { CUSTOM, makeRequestKey, sha256, uuidOf } from '#client/platform/browser/requestKey.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { callTimeout } from '#client/platform/calls/retry.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { Message } from '#client/ui/Message.tsx'
import { ITEMS_PER_PAGE_MAX } from '#protocol/limits.ts'
import { postNote, updateNote } from '#protocol/notes.ts'
import { continueNote } from '#protocol/series.ts'
import { createTopic, getTopics } from '#protocol/topics.ts'
import { createImporter, type FailedImport, type Importer, type ImportProgress } from './import.importer.ts'
import { createImportStore, createPictureSender, type ImportJob } from './import.pictures.ts'
import type { PlannedNote } from './import.planned.ts'

interface ImportRunProps {
  job: ImportJob
  /** All notes exist. */
  onComplete: () => void
  onReset: () => void
}

/** The progress of the import, with buttons to stop, resume and repeat it. */
export function ImportRun({ job, onComplete, onReset }: ImportRunProps) {
  const { progress, picturesProgress, topicNos, stop, resume, restart } = useImport(job)
  const { state, created, existing, total, failed } = progress
  const isFinished = state === 'done' || state === 'stopped'
  const isComplete = state === 'done' && failed.length === 0
  const complete = useEffectEvent(onComplete)
  useEffect(() => {
    if (isComplete) complete()
  }, [isComplete])
  return (
    <Card className="imports__run">
      <progress
        className="imports__bar"
        max={total}
        value={created + failed.length}
        aria-label={t('imports.title')}
      />
      <p>
        {t('imports.progress', { made: created, total })}
        {existing > 0 && ` ${t('imports.existing', { count: existing })}`}
      </p>
      {job.pictures.size > 0 && <PictureProgress progress={picturesProgress} total={job.pictures.size} />}
      <Message kind={state === 'paused' ? 'error' : 'status'}>{t(STATE_TEXTS[state])}</Message>
      <FailedImports summary={t('imports.failed', { count: failed.length })} failed={failed} />
      <FailedImports
        summary={t('imports.picturesLeft', { count: picturesProgress.rejected.length })}
        failed={picturesProgress.rejected}
      />
      <div className="imports__actions">
        {state === 'paused' && <Button onClick={resume}>{t('imports.goOn')}</Button>}
        {!isFinished && <Button onClick={stop}>{t('imports.stop')}</Button>}
        {isFinished && (failed.length > 0 || state === 'stopped') && (
          <Button onClick={restart}>{t('imports.again')}</Button>
        )}
        {isFinished && <Button onClick={onReset}>{t('imports.more')}</Button>}
        {isFinished && <ImportedLink topicNos={topicNos} />}
      </div>
    </Card>
  )
}

/** To the imported notes, or to the list of topics if there are several. */
function ImportedLink({ topicNos }: { topicNos: readonly number[] }) {
  const [topicNo, ...others] = topicNos
  const isOne = topicNo !== undefined && others.length === 0
  return (
    <ButtonLink kind="primary" to={isOne ? paths.notes(topicNo) : paths.topics}>
      {t(isOne ? 'imports.toTopic' : 'notes.topicList')}
    </ButtonLink>
  )
}

const STATE_TEXTS = {
  running: 'imports.running',
  waiting: 'imports.waiting',
  paused: 'imports.paused',
  stopped: 'imports.stopped',
  done: 'imports.done',
} as const satisfies Record<ImportProgress['state'], string>

function PictureProgress({
  progress: { sent, current },
  total,
}: {
  progress: PicturesProgress
  total: number
}) {
  return (
    <p className="imports__hint">
      {t('imports.picturesProgress', { sent, total })}{' '}
      {current !== null && t('notePictures.goingUp', { percent: Math.floor(current * 100) })}
    </p>
  )
}

function FailedImports({ summary, failed }: { summary: string; failed: ImportProgress['failed'] }) {
  if (failed.length === 0) return null
  return (
    <Disclosure summary={summary} defaultOpen>
      <ul className="imports__notes">
        {failed.map(({ title, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only appended
          <li key={index}>
            <span className="imports__note-title" dir="auto">
              {title}
            </span>
            <span className="imports__hint">{reason}</span>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

interface PicturesProgress {
  sent: number
  /** Progress of the running upload from 0 to 1; null if there is none. */
  current: number | null
  /** Notes are created without rejected pictures. */
  rejected: readonly FailedImport[]
}

const NO_NOTES_YET: ImportProgress = { state: 'running', created: 0, existing: 0, total: 0, failed: [] }
const NO_PICTURES_YET: PicturesProgress = { sent: 0, current: null, rejected: [] }

/** Starts the import on mount and stops it on unmount. */
function useImport({ topics, pictures }: ImportJob) {
  const { userNo } = useAtomValue(authAtom)
  const [progress, setProgress] = useState(NO_NOTES_YET)
  const [picturesProgress, setPicturesProgress] = useState(NO_PICTURES_YET)
  const [topicNos, setTopicNos] = useState<readonly number[]>([])
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
      async getTopicNo({ title, ordinal }) {
        const topicNo = await findOrCreateNthTopic(title, ordinal)
        setTopicNos(previous => [...new Set([...previous, topicNo])])
        return topicNo
      },
      post: async ({ topicNo, title, text, requestKey, isPinned = false, ...times }) => {
        const uploaded = encodeNoteText(await sender.uploadAll(text))
        const note = { topicNo, title, text: uploaded, requestKey, isPinned, ...timeFields(times) }
        return callApi(postNote, note, callTimeout())
      },
      postPart: async ({ noteNo, text, requestKey, lastUpdate }) => {
        const uploaded = encodeNoteText(await sender.uploadAll(text))
        const part = { noteNo, text: uploaded, requestKey, ...timeFields({ lastUpdate }) }
        return callApi(continueNote, part, callTimeout())
      },
      link: async ({ noteNo, title, text, lastUpdate }) => {
        const linked = encodeNoteText(await sender.uploadAll(text))
        const note = { noteNo, title, text: linked, version: 1, ...timeFields({ lastUpdate }) }
        return callApi(updateNote, note, callTimeout())
      },
      keyOf: requestKeyOf,
      onProgress: setProgress,
    })
    importer.current = current
    void current.run().then(notesChanged)
    const aborter = new AbortController()
    window.addEventListener('online', current.resume, aborter)
    window.addEventListener('beforeunload', event => event.preventDefault(), aborter)
    return () => {
      aborter.abort()
      current.stop()
      unsubscribe()
      sender.stop()
    }
  }, [topics, pictures, userNo, run])

  return {
    progress,
    picturesProgress,
    topicNos,
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
async function findOrCreateNthTopic(title: string, ordinal: number): Promise<number> {
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
