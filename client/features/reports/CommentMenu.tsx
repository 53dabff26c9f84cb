import { useState } from 'react'
import { t } from '#client/platform/language/language.ts'
import { ActionMenu } from '#client/ui/ActionMenu.tsx'
import type { CommentView } from '#protocol/comments.ts'
import { ReportDialog } from './ReportDialog.tsx'

interface CommentMenuProps {
  hubNo: number
  comment: Pick<CommentView, 'commentNo' | 'text' | 'writerNo' | 'writer'>
}

/** The menu of somebody else's comment. */
export function CommentMenu({ hubNo, comment: { commentNo, text, writerNo, writer } }: CommentMenuProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionMenu
        label={t('reports.moreAboutComment', { name: writer })}
        actions={[{ label: t('reports.report'), run: () => setOpen(true) }]}
      />
      <ReportDialog
        subject={{ kind: 'comment', hubNo, commentNo, text, person: { userNo: writerNo, userName: writer } }}
        open={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
