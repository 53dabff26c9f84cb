import { useState } from 'react'
import { ReportDialog } from '#client/features/reports/ReportDialog.tsx'
import { t } from '#client/platform/language/language.ts'
import { ActionMenu } from '#client/ui/ActionMenu.tsx'
import type { SuggestionView } from '#protocol/agora.ts'

/** What can be done about somebody else's opinion. */
export function SuggestionMenu({ suggestion }: { suggestion: SuggestionView }) {
  const { suggestionNo, opinion: text, writerNo: userNo, writer: userName } = suggestion
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionMenu
        label={t('agora.more', { name: userName })}
        actions={[{ label: t('reports.report'), run: () => setOpen(true) }]}
      />
      <ReportDialog
        subject={{ kind: 'opinion', suggestionNo, text, person: { userNo, userName } }}
        open={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
