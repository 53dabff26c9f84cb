import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import type { ReportView } from '#protocol/reports.ts'
import { outcomesAtom, SettleForm } from './SettleForm.tsx'

/** One report, and what was done about it. */
export function ReportItem({ report }: { report: ReportView }) {
  const { reportNo, kind, about, reporter, copy, words, reportedAt, outcome } = report
  const [isSettling, setSettling] = useState(reportNo in useAtomValue(outcomesAtom))
  return (
    <li className="report-item">
      <p className="report-item__facts">
        <strong>{t('reports.about', { name: about })}</strong>
        <span className="report-item__kind">{t(`reports.${kind}`)}</span>
        <span>{t('reports.by', { name: reporter })}</span>
        <RelativeTime at={reportedAt} />
      </p>
      {copy !== '' && <blockquote className="report-item__copy">{copy}</blockquote>}
      {words !== '' && <p className="report-item__words">{words}</p>}
      {outcome && !isSettling && (
        <p className="report-item__outcome">
          {outcome.text}
          <span className="report-item__facts">
            {outcome.hasActed && <span>{t('reports.hasActed')}</span>}
            {t('reports.settled', { name: outcome.administrator })} <RelativeTime at={outcome.at} />
          </span>
        </p>
      )}
      {isSettling ? (
        <SettleForm
          reportNo={reportNo}
          outcome={outcome?.text ?? ''}
          hadActed={outcome?.hasActed ?? false}
          onDone={() => setSettling(false)}
        />
      ) : (
        <Button kind="quiet" className="report-item__settle" onClick={() => setSettling(true)}>
          {t(outcome ? 'reports.settleAnew' : 'reports.settle')}
        </Button>
      )}
    </li>
  )
}
