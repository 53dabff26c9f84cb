import { Queries } from '#client/platform/calls/Queries.tsx'
import { t } from '#client/platform/language/language.ts'
import { useModal } from '#client/ui/useModal.ts'
import { SearchPanel } from './SearchPanel.tsx'
import './search.css'

interface SearchDialogProps {
  open: boolean
  onClose: () => void
}

/** Finds notes, topics and rooms from anywhere. */
export function SearchDialog({ open, onClose }: SearchDialogProps) {
  const modal = useModal(open, onClose)
  return (
    <dialog className="search-dialog" aria-label={t('search.name')} {...modal}>
      {open && (
        <Queries>
          <SearchPanel onClose={onClose} />
        </Queries>
      )}
    </dialog>
  )
}
