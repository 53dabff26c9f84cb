import { useAtomValue } from 'jotai'
import { type Dispatch, type FormEvent, type SetStateAction, useEffect, useRef, useState } from 'react'
import { ReportedPublicNote } from '#client/features/publicLinks/ReportedPublicNote.tsx'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { persistedTextsAtom, usePersistedText } from '#client/session/usePersistedText.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Checkbox } from '#client/ui/Checkbox.tsx'
import { EmptyState, LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { TextArea } from '#client/ui/TextField.tsx'
import { REPORT_OUTCOME_MAX } from '#protocol/limits.ts'
import { type ReportView, reportOutcomeField } from '#protocol/reports.ts'
import { useReports, useSettleReport } from './reports.queries.ts'
import './reports.css'

const ROW_PX = 96

/** The reports for administrators, with copies and outcomes. */
export function ReportList() {
  const [page, setPage] = useState(1)
  const reports = useReports(page)
  const { data, setOpenForms } = useHeldPage(page, reports)
  const top = useRef<HTMLDivElement>(null)
  return (
    <div className="report-list" ref={top} aria-busy={reports.isPlaceholderData}>
      <LoadFailure query={reports} title={t('reports.loadFailed')} />
      {reports.isPending && <SkeletonRows rows={2} height={ROW_PX} />}
      {data?.total === 0 && <EmptyState>{t('reports.empty')}</EmptyState>}
      {data && data.total > 0 && (
        <>
          <Card padded={false}>
            <ul aria-label={t('reports.list')}>
              {data.itemList.map(report => (
                <ReportItem key={report.reportNo} report={report} setOpenForms={setOpenForms} />
              ))}
            </ul>
          </Card>
          <PageIndex label={t('reports.pages')} index={data.pageIndex} top={top} onGo={setPage} />
        </>
      )}
    </div>
  )
}

/**
 * New reports wait while a form is open: they would move its report to the next page. Changes of the shown reports do not wait, so
 * that an outcome is shown once it is saved.
 */
function useHeldPage(page: number, { data, isPlaceholderData }: ReturnType<typeof useReports>) {
  const [openForms, setOpenForms] = useState(0)
  const [held, setHeld] = useState({ page, data })
  const isHeld = openForms > 0 && held.page === page
  if (!isHeld && !isPlaceholderData && held.data !== data) setHeld({ page, data })
  const currentReports = new Map(data?.itemList.map(report => [report.reportNo, report]))
  const shown = held.data && {
    ...held.data,
    itemList: held.data.itemList.map(report => currentReports.get(report.reportNo) ?? report),
  }
  return { data: shown, setOpenForms }
}

interface ReportItemProps {
  report: ReportView
  /** Changes the number of open forms in the list. */
  setOpenForms: Dispatch<SetStateAction<number>>
}

function ReportItem({ report, setOpenForms }: ReportItemProps) {
  const { reportNo, kind, about, reporter, copy, words: details, reportedAt, publicLink, outcome } = report
  const isByVisitor = reporter === ''
  const [isSettling, setSettling] = useState(reportNo in useAtomValue(outcomesAtom))
  const [isTakingDown, setTakingDown] = useState(false)
  // The form closes when another administrator has ended the link.
  const isFormOpen = isSettling || (isTakingDown && publicLink?.isLive === true)

  useEffect(() => {
    if (!isFormOpen) return
    setOpenForms(count => count + 1)
    return () => setOpenForms(count => count - 1)
  }, [isFormOpen, setOpenForms])

  return (
    <li className="report-item">
      <p className="report-item__meta">
        <strong>{t('reports.about', { name: about })}</strong>
        <span className="report-item__kind">{t(`reports.${kind}`)}</span>
        <span>{isByVisitor ? t('reports.byVisitor') : t('reports.by', { name: reporter })}</span>
        <RelativeTime at={reportedAt} />
      </p>
      {copy !== '' && <blockquote className="report-item__copy">{copy}</blockquote>}
      {details !== '' && <p className="report-item__text">{details}</p>}
      {publicLink && <ReportedPublicNote link={publicLink} isOpen={isTakingDown} setOpen={setTakingDown} />}
      {outcome && !isSettling && (
        <p className="report-item__outcome">
          {outcome.text}
          <span className="report-item__meta">
            {outcome.hasActed && <span>{t('reports.hasActed')}</span>}
            {t('reports.settled', { name: outcome.administrator })} <RelativeTime at={outcome.at} />
          </span>
        </p>
      )}
      {isSettling ? (
        <SettleForm
          reportNo={reportNo}
          isByVisitor={isByVisitor}
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

/** Unsent outcomes, kept when the user leaves the screen. */
const outcomesAtom = persistedTextsAtom('report_outcomes')

interface SettleFormProps {
  reportNo: number
  /** Nobody is notified of the outcome. */
  isByVisitor: boolean
  /** The current outcome; empty at first. */
  outcome: string
  hadActed: boolean
  onDone: () => void
}

/** The outcome form of administrators, below the report. */
function SettleForm({ reportNo, isByVisitor, outcome, hadActed, onDone }: SettleFormProps) {
  const { text, isPersisted, setText, discard, discardSent } = usePersistedText(
    outcomesAtom,
    reportNo,
    outcome,
  )
  const [isRestoredDraft] = useState(isPersisted)
  const [hasActed, setHasActed] = useState(hadActed)
  const [isRejected, setRejected] = useState(false)
  const settleMutation = useSettleReport(discardSent)

  function close() {
    discard()
    onDone()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const isValid = reportOutcomeField.safeParse(text).success
    setRejected(!isValid)
    if (isValid) settleMutation.mutate({ reportNo, outcome: text, hasActed }, { onSuccess: onDone })
  }

  const notified = hasActed ? 'reports.toldActed' : 'reports.toldSeen'
  const rejection = isRejected ? t('reports.checkOutcome') : undefined
  return (
    <form className="report-item__form" onSubmit={submit} noValidate>
      <TextArea
        label={t('reports.outcome')}
        autoFocus={!isRestoredDraft}
        max={REPORT_OUTCOME_MAX}
        rows={2}
        value={text}
        onChange={setText}
        error={settleMutation.error ? failureText(settleMutation.error) : rejection}
      />
      <Checkbox
        label={t('reports.hasActed')}
        checked={hasActed}
        onChange={setHasActed}
        describedBy={`told-${reportNo}`}
      />
      <p className="report-item__status" id={`told-${reportNo}`} role="status">
        {t(isByVisitor ? 'reports.toldNobody' : notified)}
      </p>
      <div className="report-item__buttons">
        <Button onClick={close}>{t('common.cancel')}</Button>
        <Button type="submit" kind="primary" busy={settleMutation.isPending}>
          {t('reports.settleSave')}
        </Button>
      </div>
    </form>
  )
}
