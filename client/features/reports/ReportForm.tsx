import { type FormEvent, useMemo, useState } from 'react'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Message } from '#client/ui/Message.tsx'
import { TextArea } from '#client/ui/TextArea.tsx'
import { REPORT_WORDS_MAX } from '#protocol/limits.ts'
import { linesOf } from '#protocol/reports.ts'
import { LinePicker } from './LinePicker.tsx'
import { type Subject, useSendReport } from './reports.queries.ts'

interface ReportFormProps {
  subject: Subject
  words: string
  onWords: (words: string) => void
  onSent: () => void
}

const LEADS = {
  note: 'reports.lead',
  comment: 'reports.lead',
  person: 'reports.leadPerson',
  opinion: 'reports.leadOpinion',
} as const

export function ReportForm({ subject, words, onWords, onSent }: ReportFormProps) {
  const lines = useMemo(() => linesToChoose(subject), [subject])
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(lines.length === 1 ? [0] : []))
  const [rejected, setRejected] = useState<string | null>(null)
  const sending = useSendReport(subject)
  const isWhole = subject.kind === 'opinion'
  const copy = isWhole ? subject.text : lines.filter((_, place) => chosen.has(place)).join('\n')
  const isPerson = subject.kind === 'person'

  async function send(event: FormEvent) {
    event.preventDefault()
    setRejected(null)
    if (isPerson && words.trim() === '') return setRejected(t('reports.wordsNeeded'))
    if (!isPerson && copy.trim() === '') return setRejected(t('reports.copyNeeded'))
    try {
      const reply = await sending.mutateAsync({ copy, words })
      if (reply.success) onSent()
      else setRejected(reply.message)
    } catch (error) {
      setRejected(failureText(error))
    }
  }

  return (
    <form className="report" noValidate onSubmit={event => void send(event)}>
      <p className="report__lead">{t(LEADS[subject.kind])}</p>
      {lines.length > 0 && <LinePicker lines={lines} chosen={chosen} onChoose={setChosen} />}
      <TextArea
        label={t(isPerson ? 'reports.wordsPerson' : 'reports.words')}
        rows={2}
        max={REPORT_WORDS_MAX}
        value={words}
        onChange={onWords}
      />
      <section className="report__preview">
        <h3 className="report__heading">{t('reports.preview')}</h3>
        <p className="report__facts">
          {t('reports.about', { name: subject.person.userName })} · {t(`reports.${subject.kind}`)}
        </p>
        {!isPerson && <p className="report__copy">{copy || t('reports.previewNothing')}</p>}
        {words.trim() !== '' && <p className="report__words">{words.trim()}</p>}
      </section>
      {rejected && <Message kind="error">{rejected}</Message>}
      <div className="report__foot">
        <p className="report__kept">{t('reports.kept')}</p>
        <Button kind="primary" type="submit" busy={sending.isPending}>
          {t('reports.send')}
        </Button>
      </div>
    </form>
  )
}

function linesToChoose(subject: Subject): string[] {
  if (subject.kind === 'person' || subject.kind === 'opinion') return []
  return linesOf(subject.kind === 'note' ? `${subject.title}\n${subject.text}` : subject.text)
}
