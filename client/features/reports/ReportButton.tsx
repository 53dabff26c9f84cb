import { useState } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { ReportDialog } from './ReportDialog.tsx'
import type { ReportSubject } from './reports.queries.ts'

/** Reports a note or a member. */
export function ReportButton({ subject }: { subject: ReportSubject }) {
  const [isOpen, setOpen] = useState(false)
  const name =
    subject.kind === 'note'
      ? t('reports.reportNote', { title: subject.title })
      : t('reports.reportName', { name: subject.person.userName })
  return (
    <>
      <Button kind="quiet" className="report-button" aria-label={name} onClick={() => setOpen(true)}>
        {t('reports.report')}
      </Button>
      <ReportDialog subject={subject} open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
