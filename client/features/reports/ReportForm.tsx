import { type Dispatch, type FormEvent, memo, type SetStateAction, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Checkbox } from '#client/ui/Checkbox.tsx'
import { Message } from '#client/ui/Message.tsx'
import { TextArea } from '#client/ui/TextField.tsx'
import { REPORT_COPY_MAX, REPORT_WORDS_MAX } from '#protocol/limits.ts'
import { linesOf } from '#protocol/reports.ts'
import { type ReportSubject, useSendReport } from './reports.queries.ts'

/** In the picker at first, and with each press of the button below them. A series may have more than 100,000 lines. */
const LINES_AT_ONCE = 200

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
  // Not their indexes: while the form is open, the author may insert lines above them.
  const [selectedLines, setSelectedLines] = useState<ReadonlySet<string>>(
    () => new Set(lines.length === 1 ? lines : []),
  )
  const [rejection, setRejection] = useState<string | null>(null)
  const sendMutation = useSendReport(subject)
  const isWhole = subject.kind === 'opinion'
  const copy = isWhole ? subject.text : lines.filter(line => selectedLines.has(line)).join('\n')
  const isCopyTooLong = copy.length > REPORT_COPY_MAX
  const isPerson = subject.kind === 'person'

  async function send(event: FormEvent) {
    event.preventDefault()
    setRejection(null)
    if (isPerson && details.trim() === '') return setRejection(t('reports.wordsNeeded'))
    if (!isPerson && copy.trim() === '') return setRejection(t('reports.copyNeeded'))
    if (isCopyTooLong) return setRejection(t('reports.checkCopy'))
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
        <LinePicker lines={lines} selectedLines={selectedLines} onSelect={setSelectedLines} />
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
        {!isPerson && (
          <p className="report__copy">
            {isCopyTooLong ? t('reports.checkCopy') : copy || t('reports.previewNothing')}
          </p>
        )}
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
  selectedLines: ReadonlySet<string>
  onSelect: Dispatch<SetStateAction<ReadonlySet<string>>>
}

/**
 * The non-blank lines of a text. Memoized: a text may have thousands of lines, which must not render again
 * while the user types beside them.
 */
const LinePicker = memo(function LinePicker({ lines, selectedLines, onSelect }: LinePickerProps) {
  useLanguage()
  const [shownCount, setShownCount] = useState(LINES_AT_ONCE)
  const list = useRef<HTMLDivElement>(null)
  const filledLines = lines.filter(line => line.trim() !== '')
  const areAllSelected = filledLines.every(line => selectedLines.has(line))
  const nextCount = Math.min(LINES_AT_ONCE, filledLines.length - shownCount)

  function showNext() {
    flushSync(() => setShownCount(shownCount + LINES_AT_ONCE))
    list.current?.querySelectorAll('input')[shownCount]?.focus()
  }

  return (
    <fieldset className="line-picker">
      <legend className="line-picker__legend">{t('reports.lines')}</legend>
      {filledLines.length > 1 && (
        <Button kind="quiet" onClick={() => onSelect(new Set(areAllSelected ? [] : filledLines))}>
          {t(areAllSelected ? 'reports.none' : 'reports.all')}
        </Button>
      )}
      <div className="line-picker__lines" ref={list}>
        {filledLines.slice(0, shownCount).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same line may be there twice
          <Line key={index} text={line} isSelected={selectedLines.has(line)} onSelect={onSelect} />
        ))}
        {nextCount > 0 && (
          <Button kind="quiet" onClick={showNext}>
            {t('reports.nextLines', { count: nextCount })}
          </Button>
        )}
      </div>
    </fieldset>
  )
})

interface LineProps extends Pick<LinePickerProps, 'onSelect'> {
  text: string
  isSelected: boolean
}

const Line = memo(function Line({ text, isSelected, onSelect }: LineProps) {
  function toggle() {
    onSelect(current => {
      const next = new Set(current)
      if (!next.delete(text)) next.add(text)
      return next
    })
  }
  return <Checkbox label={text} checked={isSelected} onChange={toggle} />
})
