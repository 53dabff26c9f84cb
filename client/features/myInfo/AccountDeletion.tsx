import { useId, useState } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { AccountDeletionPanel } from './AccountDeletionPanel.tsx'

export function AccountDeletion() {
  const [isOpen, setOpen] = useState(false)
  const panelId = useId()
  return (
    <section className="account-deletion">
      <Button
        kind="quiet-danger"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {t('myInfo.deleteAccount')}
      </Button>
      {isOpen && <AccountDeletionPanel id={panelId} onCancel={() => setOpen(false)} />}
    </section>
  )
}
