import { useDeferredValue, useMemo, useState } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Checkbox } from '#client/ui/Checkbox.tsx'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { Message } from '#client/ui/Message.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { TOPIC_TITLE_MAX } from '#protocol/limits.ts'
import { topicTitleField } from '#protocol/topics.ts'
import { FrontMatterReports, UnresolvedLinks } from './ImportReports.tsx'
import type { ReadFiles } from './import.chosen.ts'
import { type PlannedTopic, planImport, TRASH_KEY } from './import.plan.ts'
import { type Order, picturesOf, withoutPictures } from './import.sending.ts'
import { SkippedFiles } from './SkippedFiles.tsx'

interface ImportPreviewProps {
  read: ReadFiles
  onBegin: (order: Order) => void
  onChooseOthers: () => void
}

/** Which notes the files would become, under which topics; a topic can be left out. */
export function ImportPreview({ read, onBegin, onChooseOthers }: ImportPreviewProps) {
  const [typed, setTyped] = useState<string>(t('imports.looseTitle'))
  const [takesPictures, setTakesPictures] = useState(true)
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set([TRASH_KEY]))
  const looseTitle = useDeferredValue(topicTitleField.safeParse(typed).data ?? t('imports.looseTitle'))
  const plan = useMemo(
    () => planImport(read.files, { looseTitle, trashTitle: t('imports.trashTitle') }, read.topics),
    [read, looseTitle],
  )
  const hasLoose = plan.topics.some(({ title }) => title === looseTitle)
  const chosen = useMemo(() => plan.topics.filter(({ key }) => !leftOut.has(key)), [plan.topics, leftOut])
  const noteCount = chosen.reduce((sum, { notes }) => sum + notes.length, 0)
  const pictures = useMemo(() => picturesOf(chosen, read.pictures), [chosen, read.pictures])
  const isBadTitle = !topicTitleField.safeParse(typed).success

  function choose(key: string, isChosen: boolean): void {
    setLeftOut(before => {
      const after = new Set(before)
      if (isChosen) after.delete(key)
      else after.add(key)
      return after
    })
  }

  return (
    <>
      <Message>{summaryOf({ ...plan, topics: chosen }, noteCount, plan.topics.length > 0)}</Message>
      {hasLoose && (
        <TextField
          label={t('imports.looseTopic')}
          max={TOPIC_TITLE_MAX}
          value={typed}
          onChange={setTyped}
          error={isBadTitle ? t('topics.titleLength') : undefined}
        />
      )}
      {plan.topics.length > 0 && (
        <Card padded={false}>
          {plan.topics.map(topic => (
            <TopicPreview
              key={topic.key}
              topic={topic}
              isChosen={!leftOut.has(topic.key)}
              onChoose={isChosen => choose(topic.key, isChosen)}
            />
          ))}
        </Card>
      )}
      {pictures.size > 0 && (
        <Checkbox
          label={t('imports.withPictures', { count: pictures.size, megabytes: megabytesOf(pictures) })}
          checked={takesPictures}
          onChange={setTakesPictures}
        />
      )}
      <FrontMatterReports files={read.files} />
      <UnresolvedLinks files={read.files} />
      <SkippedFiles files={[...read.skipped, ...plan.skipped]} unnamed={read.unnamed} />
      <div className="imports__actions">
        <Button onClick={onChooseOthers}>{t('imports.chooseOthers')}</Button>
        <Button
          kind="primary"
          disabled={noteCount === 0 || (hasLoose && isBadTitle)}
          onClick={() =>
            onBegin(takesPictures ? { topics: chosen, pictures } : withoutPictures(chosen, read.pictures))
          }
        >
          {t('imports.begin', { count: noteCount })}
        </Button>
      </div>
    </>
  )
}

function megabytesOf(pictures: Order['pictures']): string {
  const bytes = [...pictures.values()].reduce((sum, { file }) => sum + file.size, 0)
  return Math.max(0.1, bytes / 1024 / 1024).toLocaleString(undefined, { maximumFractionDigits: 1 })
}

function summaryOf(
  { topics, cutFiles }: { topics: readonly PlannedTopic[]; cutFiles: number },
  notes: number,
  hasTopics: boolean,
): string {
  if (!hasTopics) return t('imports.nothing')
  if (notes === 0) return t('imports.planNothing')
  const cut = cutFiles > 0 ? ` ${t('imports.planCut', { count: cutFiles })}` : ''
  return t('imports.plan', { topics: topics.length, notes }) + cut
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
      <Disclosure summary={t('imports.noteCount', { count: notes.length })}>
        <ul className="imports__notes">
          {notes.map((note, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they neither move nor change
            <li key={place}>
              <span className="imports__note-title" dir="auto">
                {note.title}
              </span>
              <span className="imports__hint">{t('imports.length', { length: note.text.length })}</span>
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  )
}
