import { type FormEvent, useState } from 'react'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { keptTextsAtom, useKeptText } from '#client/session/useKeptText.ts'
import { Button } from '#client/ui/Button.tsx'
import { Checkbox } from '#client/ui/Checkbox.tsx'
import { TextArea } from '#client/ui/TextArea.tsx'
import { REPORT_OUTCOME_MAX } from '#protocol/limits.ts'
import { reportOutcomeField } from '#protocol/reports.ts'
import { useSettleReport } from './reports.queries.ts'

/** What is being written and not sent yet: leaving the screen must not lose it. */
export const outcomesAtom = keptTextsAtom('report_outcomes')

interface SettleFormProps {
  reportNo: number
  /** What was said before; empty at first. */
  outcome: string
  hadActed: boolean
  onDone: () => void
}

/** What an administrator says was done, written right under the report. */
export function SettleForm({ reportNo, outcome, hadActed, onDone }: SettleFormProps) {
  const { text, isKept, write, forget, forgetSent } = useKeptText(outcomesAtom, reportNo, outcome)
  const [isReopened] = useState(isKept)
  const [hasActed, setHasActed] = useState(hadActed)
  const [isRejected, setRejected] = useState(false)
  const settling = useSettleReport(forgetSent)

  function end() {
    forget()
    onDone()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const isValid = reportOutcomeField.safeParse(text).success
    setRejected(!isValid)
    if (isValid) settling.mutate({ reportNo, outcome: text, hasActed }, { onSuccess: onDone })
  }

  const rejection = isRejected ? t('reports.checkOutcome') : undefined
  return (
    <form className="report-item__form" onSubmit={submit} noValidate>
      <TextArea
        label={t('reports.outcome')}
        autoFocus={!isReopened}
        max={REPORT_OUTCOME_MAX}
        rows={2}
        value={text}
        onChange={write}
        error={settling.error ? failureText(settling.error) : rejection}
      />
      <Checkbox
        label={t('reports.hasActed')}
        checked={hasActed}
        onChange={setHasActed}
        describedBy={`told-${reportNo}`}
      />
      <p className="report-item__told" id={`told-${reportNo}`} role="status">
        {t(hasActed ? 'reports.toldActed' : 'reports.toldSeen')}
      </p>
      <div className="report-item__buttons">
        <Button onClick={end}>{t('common.cancel')}</Button>
        <Button type="submit" kind="primary" busy={settling.isPending}>
          {t('reports.settleSave')}
        </Button>
      </div>
    </form>
  )
}
