import { Queries } from '#client/platform/calls/Queries.tsx'
import { t } from '#client/platform/language/language.ts'
import { useModal } from '#client/ui/useModal.ts'
import { Finder } from './Finder.tsx'
import './find.css'

interface FindDialogProps {
  open: boolean
  onClose: () => void
}

/** Finds notes, topics and rooms from anywhere. */
export function FindDialog({ open, onClose }: FindDialogProps) {
  const modal = useModal(open, onClose)
  return (
    <dialog className="find-dialog" aria-label={t('find.name')} {...modal}>
      {open && (
        <Queries>
          <Finder onClose={onClose} />
        </Queries>
      )}
    </dialog>
  )
}
