import { type Dispatch, type FormEvent, memo, type SetStateAction, useMemo, useState } from 'react'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Checkbox } from '#client/ui/Checkbox.tsx'
import { Message } from '#client/ui/Message.tsx'
import { TextArea } from '#client/ui/TextField.tsx'
import { REPORT_WORDS_MAX } from '#protocol/limits.ts'
import { linesOf } from '#protocol/reports.ts'
import { type ReportSubject, useSendReport } from './reports.queries.ts'

interface ReportFormProps {
  subject: ReportSubject
  details: string
  onDetailsChange: (details: string) => void
  onSent: () => void
}

const LEADS = {
  note: 'reports.lead',
  comment: 'reports.lead',
  person: 'reports.leadPerson',
  opinion: 'reports.leadOpinion',
} as const

export function ReportForm({ subject, details, onDetailsChange, onSent }: ReportFormProps) {
  const lines = useMemo(() => selectableLines(subject), [subject])
  const [selectedIndexes, setSelectedIndexes] = useState<ReadonlySet<number>>(
    () => new Set(lines.length === 1 ? [0] : []),
  )
  const [rejection, setRejection] = useState<string | null>(null)
  const sendMutation = useSendReport(subject)
  const isWhole = subject.kind === 'opinion'
  const copy = isWhole ? subject.text : lines.filter((_, index) => selectedIndexes.has(index)).join('\n')
  const isPerson = subject.kind === 'person'

  async function send(event: FormEvent) {
    event.preventDefault()
    setRejection(null)
    if (isPerson && details.trim() === '') return setRejection(t('reports.wordsNeeded'))
    if (!isPerson && copy.trim() === '') return setRejection(t('reports.copyNeeded'))
    try {
      const reply = await sendMutation.mutateAsync({ copy, words: details })
      if (reply.success) onSent()
      else setRejection(reply.message)
    } catch (error) {
      setRejection(failureText(error))
    }
  }

  return (
    <form className="report" noValidate onSubmit={event => void send(event)}>
      <p className="report__lead">{t(LEADS[subject.kind])}</p>
      {lines.length > 0 && (
        <LinePicker lines={lines} selectedIndexes={selectedIndexes} onSelect={setSelectedIndexes} />
      )}
      <TextArea
        label={t(isPerson ? 'reports.wordsPerson' : 'reports.words')}
        rows={2}
        max={REPORT_WORDS_MAX}
        value={details}
        onChange={onDetailsChange}
      />
      <section className="report__preview">
        <h3 className="report__heading">{t('reports.preview')}</h3>
        <p className="report__meta">
          {t('reports.about', { name: subject.person.userName })} · {t(`reports.${subject.kind}`)}
        </p>
        {!isPerson && <p className="report__copy">{copy || t('reports.previewNothing')}</p>}
        {details.trim() !== '' && <p className="report__text">{details.trim()}</p>}
      </section>
      {rejection && <Message kind="error">{rejection}</Message>}
      <div className="report__footer">
        <p className="report__retention">{t('reports.kept')}</p>
        <Button kind="primary" type="submit" busy={sendMutation.isPending}>
          {t('reports.send')}
        </Button>
      </div>
    </form>
  )
}

function selectableLines(subject: ReportSubject): string[] {
  if (subject.kind === 'person' || subject.kind === 'opinion') return []
  return linesOf(subject.kind === 'note' ? `${subject.title}\n${subject.text}` : subject.text)
}

interface LinePickerProps {
  lines: readonly string[]
  /** Indexes of the selected lines. */
  selectedIndexes: ReadonlySet<number>
  onSelect: Dispatch<SetStateAction<ReadonlySet<number>>>
}

/**
 * The non-blank lines of a text. Memoized: a text may have thousands of lines, which must not render again
 * while the user types beside them.
 */
const LinePicker = memo(function LinePicker({ lines, selectedIndexes, onSelect }: LinePickerProps) {
  useLanguage()
  const indexes = lines.flatMap((line, index) => (line.trim() === '' ? [] : [index]))
  const areAllSelected = indexes.every(index => selectedIndexes.has(index))

  return (
    <fieldset className="line-picker">
      <legend className="line-picker__legend">{t('reports.lines')}</legend>
      {indexes.length > 1 && (
        <Button kind="quiet" onClick={() => onSelect(new Set(areAllSelected ? [] : indexes))}>
          {t(areAllSelected ? 'reports.none' : 'reports.all')}
        </Button>
      )}
      <div className="line-picker__lines">
        {indexes.map(index => (
          <Line
            key={index}
            text={lines[index] ?? ''}
            index={index}
            isSelected={selectedIndexes.has(index)}
            onSelect={onSelect}
          />
        ))}
      </div>
    </fieldset>
  )
})

interface LineProps extends Pick<LinePickerProps, 'onSelect'> {
  text: string
  index: number
  isSelected: boolean
}

const Line = memo(function Line({ text, index, isSelected, onSelect }: LineProps) {
  function toggle() {
    onSelect(current => {
      const next = new Set(current)
      if (!next.delete(index)) next.add(index)
      return next
    })
  }
  return <Checkbox label={text} checked={isSelected} onChange={toggle} />
})
