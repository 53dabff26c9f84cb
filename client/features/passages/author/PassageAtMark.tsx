import { useRef } from 'react'
import { createPortal } from 'react-dom'
import { markOf } from '#client/features/passages/passageMark.ts'
import { useMediaQuery } from '#client/platform/browser/device.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { useModal } from '#client/ui/Dialog.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { PopoverWindow } from '#client/ui/PopoverWindow.tsx'
import { PHONE, slideOut, useSheetDrag } from '#client/ui/sheet.ts'
import { PassageEntry, type PassageEntryProps } from './PassageEntry.tsx'
import '#client/features/passages/passageSheet.css'
import './notePassages.css'

type PassageAtMarkProps = Pick<PassageEntryProps, 'noteNo' | 'entry' | 'hubNos'> & { onClose: () => void }

/** The open passage: in a window at its mark, and on phones in a sheet that keeps the words visible. */
export function PassageAtMark(props: PassageAtMarkProps) {
  return useMediaQuery(PHONE) ? <EntrySheet {...props} /> : <EntryWindow {...props} />
}

function EntryWindow({ onClose, ...entry }: PassageAtMarkProps) {
  const mark = useRef(markOf(entry.entry.key))
  return (
    <PopoverWindow
      open
      onClose={onClose}
      anchor={mark}
      align="end"
      title={t('passages.title')}
      className="note-passages__window"
    >
      <PassageEntry {...entry} />
    </PopoverWindow>
  )
}

function EntrySheet({ onClose, ...entry }: PassageAtMarkProps) {
  const modal = useModal(true, close)
  useSheetDrag(modal.ref, true, close)

  function close() {
    slideOut(modal.ref.current, onClose)
  }

  return createPortal(
    <dialog className="dialog passage-sheet passage-sheet--short" aria-label={t('passages.title')} {...modal}>
      <div className="passage-sheet__scroll">
        <div className="dialog__header">
          <h2>{t('passages.title')}</h2>
          <Button kind="quiet" aria-label={t('common.close')} onClick={close}>
            <Icon name="close" />
          </Button>
        </div>
        <PassageEntry {...entry} />
      </div>
    </dialog>,
    document.body,
  )
}
