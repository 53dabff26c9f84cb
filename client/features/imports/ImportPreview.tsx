import { useDeferredValue, useMemo, useState } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Checkbox } from '#client/ui/Checkbox.tsx'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { Message } from '#client/ui/Message.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { TOPIC_TITLE_MAX } from '#protocol/limits.ts'
import { truncateText } from '#protocol/normalization.ts'
import { topicTitleField } from '#protocol/topics.ts'
import { SKIPPED_LISTED_MAX, type SkippedFile } from './import.files.ts'
import type { FrontMatterReport, ParsedFile } from './import.notes.ts'
import type { ParsedFiles } from './import.parser.ts'
import { type ImportJob, picturesOf, withoutPictures } from './import.pictures.ts'
import { type PlannedTopic, planImport, TRASH_KEY } from './import.plan.ts'
import { type PlannedNote, partsOf } from './import.planned.ts'

interface ImportPreviewProps {
  read: ParsedFiles
  onStart: (job: ImportJob) => void
  onReset: () => void
}

/** The topics and notes that the import would create. The user can exclude topics. */
export function ImportPreview({ read, onStart, onReset }: ImportPreviewProps) {
  const [typed, setTyped] = useState<string>(t('imports.looseTitle'))
  const [includesPictures, setIncludesPictures] = useState(true)
  const [excludedKeys, setExcludedKeys] = useState<ReadonlySet<string>>(new Set([TRASH_KEY]))
  const looseTitle = useDeferredValue(topicTitleField.safeParse(typed).data ?? t('imports.looseTitle'))
  const plan = useMemo(
    () => planImport(read.files, { looseTitle, trashTitle: t('imports.trashTitle') }, read.topics),
    [read, looseTitle],
  )
  const hasLoose = plan.topics.some(({ title }) => title === looseTitle)
  const selectedTopics = useMemo(
    () => plan.topics.filter(({ key }) => !excludedKeys.has(key)),
    [plan.topics, excludedKeys],
  )
  const noteCount = countNotes(selectedTopics)
  const pictures = useMemo(() => picturesOf(selectedTopics, read.pictures), [selectedTopics, read.pictures])
  const isInvalidTitle = !topicTitleField.safeParse(typed).success

  function setChosen(key: string, isChosen: boolean): void {
    setExcludedKeys(keys => {
      const next = new Set(keys)
      if (isChosen) next.delete(key)
      else next.add(key)
      return next
    })
  }

  return (
    <>
      <Message>{plan.topics.length === 0 ? t('imports.nothing') : summaryOf(selectedTopics)}</Message>
      {hasLoose && (
        <TextField
          label={t('imports.looseTopic')}
          max={TOPIC_TITLE_MAX}
          value={typed}
          onChange={setTyped}
          error={isInvalidTitle ? t('topics.titleLength') : undefined}
        />
      )}
      {plan.topics.length > 0 && (
        <Card padded={false}>
          {plan.topics.map(topic => (
            <TopicPreview
              key={topic.key}
              topic={topic}
              isChosen={!excludedKeys.has(topic.key)}
              onChoose={isChosen => setChosen(topic.key, isChosen)}
            />
          ))}
        </Card>
      )}
      {pictures.size > 0 && (
        <Checkbox
          label={t('imports.withPictures', { count: pictures.size, megabytes: megabytesOf(pictures) })}
          checked={includesPictures}
          onChange={setIncludesPictures}
        />
      )}
      <FrontMatterReports files={read.files} />
      <UnresolvedLinks files={read.files} />
      <SkippedFiles files={[...read.skipped, ...plan.skipped]} unlistedCount={read.unlistedCount} />
      <div className="imports__actions">
        <Button onClick={onReset}>{t('imports.chooseOthers')}</Button>
        <Button
          kind="primary"
          disabled={noteCount === 0 || (hasLoose && isInvalidTitle)}
          onClick={() =>
            onStart(
              includesPictures
                ? { topics: selectedTopics, pictures }
                : withoutPictures(selectedTopics, read.pictures),
            )
          }
        >
          {t('imports.begin', { count: noteCount })}
        </Button>
      </div>
    </>
  )
}

function megabytesOf(pictures: ImportJob['pictures']): string {
  const bytes = [...pictures.values()].reduce((sum, { file }) => sum + file.size, 0)
  return Math.max(0.1, bytes / 1024 / 1024).toLocaleString(undefined, { maximumFractionDigits: 1 })
}

/** Each part of a series is one. */
const countNotes = (topics: readonly PlannedTopic[]) =>
  topics.flatMap(({ notes }) => notes.flatMap(partsOf)).length

function summaryOf(topics: readonly PlannedTopic[]): string {
  const notes = countNotes(topics)
  if (notes === 0) return t('imports.planNothing')
  const count = topics.flatMap(topic => topic.notes).filter(note => partsOf(note).length > 1).length
  const series = count > 0 ? ` ${t('imports.planSeries', { count })}` : ''
  return t('imports.plan', { topics: topics.length, notes }) + series
}

interface TopicPreviewProps {
  topic: PlannedTopic
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

function TopicPreview({ topic: { title, notes }, isChosen, onChoose }: TopicPreviewProps) {
  return (
    <div className="imports__topic">
      <Checkbox label={title} checked={isChosen} onChange={onChoose} />
      <Disclosure summary={t('imports.noteCount', { count: notes.flatMap(partsOf).length })}>
        <ul className="imports__notes">
          {notes.map((note, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <NotePreview key={index} note={note} />
          ))}
        </ul>
      </Disclosure>
    </div>
  )
}

/** A series with the beginnings and lengths of its parts. */
function NotePreview({ note }: { note: PlannedNote }) {
  const parts = partsOf(note)
  const isSeries = parts.length > 1
  return (
    <li>
      <span className="imports__note-title" dir="auto">
        {note.title}
      </span>
      <span className="imports__hint">
        {isSeries
          ? t('imports.series', { count: parts.length })
          : t('imports.length', { length: note.text.length })}
      </span>
      {isSeries && (
        <ol className="imports__parts">
          {parts.map(({ id, text }) => (
            <li key={id}>
              <span className="imports__note-title" dir="auto">
                {beginningOf(text)}
              </span>
              <span className="imports__hint">{t('imports.length', { length: text.length })}</span>
            </li>
          ))}
        </ol>
      )}
    </li>
  )
}

/** In UTF-16 units: more would not fit into a line. */
const BEGINNING_MAX = 80

/** The first line with words, without the marks of a heading. */
function beginningOf(text: string): string {
  const [line = ''] = text.trimStart().split('\n', 1)
  return truncateText(line.replace(/^#+ +/, ''), BEGINNING_MAX)
}

interface ReportProps {
  files: readonly ParsedFile[]
}

/** How the import uses the front matter of each file. */
function FrontMatterReports({ files }: ReportProps) {
  const reports = files.flatMap(({ report }) => report ?? [])
  const rows = reports.map(report => ({ name: report.name, hint: hintOf(report) }))
  return <Report summary={t('imports.frontMatter', { count: rows.length })} rows={rows} />
}

function hintOf({ hasTimes, tags, kept, hasRest }: FrontMatterReport): string {
  return [
    hasTimes && t('imports.frontMatterTimes'),
    tags.length > 0 && t('imports.frontMatterTags', { tags: tags.map(tag => `#${tag}`).join(' ') }),
    hasRest &&
      (kept.length > 0
        ? t('imports.frontMatterKept', { names: kept.join(', ') })
        : t('imports.frontMatterRest')),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Links to files that are not part of the import. */
function UnresolvedLinks({ files }: ReportProps) {
  const rows = files.flatMap(({ path, unresolved }) =>
    unresolved.map(written => ({ name: written, hint: path.join('/') })),
  )
  return <Report summary={t('imports.unresolved', { count: rows.length })} rows={rows} />
}

function Report({ summary, rows }: { summary: string; rows: readonly { name: string; hint: string }[] }) {
  if (rows.length === 0) return null
  return (
    <Disclosure summary={summary}>
      <ul className="imports__notes">
        {rows.slice(0, SKIPPED_LISTED_MAX).map(({ name, hint }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={index}>
            <span className="imports__note-title">{name}</span>
            <span className="imports__hint">{hint}</span>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

const REASONS = {
  notText: 'imports.notText',
  pictureType: 'imports.pictureType',
  pictureUnused: 'imports.pictureUnused',
  unreadable: 'imports.unreadable',
  sameName: 'imports.sameName',
  tooLarge: 'imports.tooLarge',
  tooMany: 'imports.tooMany',
  empty: 'imports.emptyFile',
} as const

interface SkippedFilesProps {
  files: readonly SkippedFile[]
  /** How many more were skipped without being listed. */
  unlistedCount: number
}

/** Files that are not imported, with reasons. */
function SkippedFiles({ files, unlistedCount }: SkippedFilesProps) {
  if (files.length === 0) return null
  return (
    <Disclosure summary={t('imports.skipped', { count: files.length + unlistedCount })}>
      <ul className="imports__notes">
        {files.slice(0, SKIPPED_LISTED_MAX).map(({ name, why }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={index}>
            <span className="imports__note-title">{name}</span>
            <span className="imports__hint">{t(REASONS[why])}</span>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
