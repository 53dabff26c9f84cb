import { useState } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Dialog } from '#client/ui/Dialog.tsx'
import { ReportForm } from './ReportForm.tsx'
import { ReportSent } from './ReportSent.tsx'
import type { Subject } from './reports.queries.ts'
import './reports.css'

interface ReportDialogProps {
  subject: Subject
  open: boolean
  onClose: () => void
}

/** Chooses what the administrators get to see, sends it, and says what else one can do. */
export function ReportDialog({ subject, open, onClose }: ReportDialogProps) {
  // What was written stays when the window is closed unsent.
  const [words, setWords] = useState('')
  const [isSent, setSent] = useState(false)

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
          words={words}
          onWords={setWords}
          onSent={() => {
            setWords('')
            setSent(true)
          }}
        />
      )}
    </Dialog>
  )
}
