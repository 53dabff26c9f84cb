import { useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { BlockButton, BlockConfirm, useBlocking } from '#client/features/blocking/BlockButton.tsx'
import { LeaveRoom } from '#client/features/hubs/LeaveRoom.tsx'
import { combineCleanups, onEvent } from '#client/live/eventBus.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { ReportForm } from './ReportForm.tsx'
import type { ReportSubject } from './reports.queries.ts'
import './reports.css'

interface ReportDialogProps {
  subject: ReportSubject
  open: boolean
  onClose: () => void
}

/** Report form, then next steps after sending. */
export function ReportDialog({ subject, open, onClose }: ReportDialogProps) {
  // Keeps the text when the dialog is closed without sending.
  const [details, setDetails] = useState('')
  const [isSent, setSent] = useState(false)
  useDeletionNotice(subject, open && !isSent)

  function close() {
    setSent(false)
    onClose()
  }

  return (
    <Dialog open={open} onClose={close} title={t('reports.title')}>
      {isSent ? (
        <ReportSent subject={subject} onDone={close} />
      ) : (
        <ReportForm
          subject={subject}
          details={details}
          onDetailsChange={setDetails}
          onSent={() => {
            setDetails('')
            setSent(true)
          }}
        />
      )}
    </Dialog>
  )
}

/** A comment or opinion that is deleted while a user reports it takes the dialog with it. */
function useDeletionNotice(subject: ReportSubject, isReporting: boolean) {
  const showToast = useSetAtom(showToastAtom)
  const commentNo = subject.kind === 'comment' ? subject.commentNo : null
  const reportedSuggestionNo = subject.kind === 'opinion' ? subject.suggestionNo : null

  useEffect(() => {
    if (!isReporting) return
    return combineCleanups([
      onEvent('comment:deleted', deleted => {
        if (deleted.commentNo === commentNo) showToast({ text: t('reports.commentDeleted') })
      }),
      onEvent('suggestion:removed', ({ suggestionNo }) => {
        if (suggestionNo === reportedSuggestionNo) showToast({ text: t('reports.opinionDeleted') })
      }),
    ])
  }, [isReporting, commentNo, reportedSuggestionNo, showToast])
}

function ReportSent({ subject, onDone }: { subject: ReportSubject; onDone: () => void }) {
  return (
    <div className="report">
      <p role="status">{t('reports.sent')}</p>
      {subject.kind !== 'opinion' && <NextSteps hubNo={subject.hubNo} person={subject.person} />}
      <div className="report__footer">
        <Button onClick={onDone}>{t('common.close')}</Button>
      </div>
    </div>
  )
}

/** Offers to block the reported user and to leave the room. */
function NextSteps({ hubNo, person: user }: { hubNo: number; person: ReportSubject['person'] }) {
  const blocking = useBlocking()
  const person = { ...user, profPic: '' }
  return (
    <>
      <h3 className="report__heading">{t('reports.next')}</h3>
      <div className="report__next">
        <span>{t('reports.about', { name: person.userName })}</span>
        <BlockButton person={person} blocking={blocking} />
      </div>
      <BlockConfirm person={person} blocking={blocking} />
      <LeaveRoom hubNo={hubNo} />
    </>
  )
}
