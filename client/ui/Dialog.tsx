import { type ReactNode, useId } from 'react'
import { createPortal } from 'react-dom'
import { t } from '#client/platform/language/language.ts'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { useModal } from './useModal.ts'
import './Dialog.css'

interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
}

/** A modal dialog. Its children are mounted only while it is open. It is a child of the body, so that no other styles apply. */
export function Dialog({ open, onClose, title, children }: DialogProps) {
  const titleId = useId()
  const modal = useModal(open, onClose)
  return createPortal(
    <dialog className="dialog" aria-labelledby={titleId} {...modal}>
      {open && (
        <>
          <div className="dialog__header">
            <h2 id={titleId}>{title}</h2>
            <Button kind="quiet" aria-label={t('common.close')} onClick={onClose}>
              <Icon name="close" />
            </Button>
          </div>
          {children}
        </>
      )}
    </dialog>,
    document.body,
  )
}
