import { type ChangeEvent, useId, useRef, useState } from 'react'
import { useObjectUrl } from '#client/platform/browser/useObjectUrl.ts'
import { t } from '#client/platform/language/language.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Button } from '#client/ui/Button.tsx'
import { IconPath } from '#client/ui/Icon.tsx'
import { Message } from '#client/ui/Message.tsx'
import { createProfilePicture } from './profilePicture.ts'
import './picturePicker.css'

interface PicturePickerProps {
  /** The default avatar is generated from this user. */
  person: { userNo: number; name: string }
  /** The URL of the current picture, or null. */
  current?: string | null
  chosenFile: File | null
  onChoose: (picture: File) => void
  onRemove: () => void
  /**
   * Called with each file that the user picks. `processed` resolves with whether the file became a picture.
   */
  onProcessing: (processed: Promise<boolean>) => void
  isUploading: boolean
  error?: string | undefined
}

/** Shows the profile picture and lets the user replace or remove it. */
export function PicturePicker({
  person,
  current = null,
  chosenFile,
  onChoose,
  onRemove,
  onProcessing,
  isUploading,
  error,
}: PicturePickerProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const chooseButton = useRef<HTMLButtonElement>(null)
  const [validationError, setValidationError] = useState('')
  const [isProcessing, setProcessing] = useState(false)
  /** The file in processing. Removing the picture abandons it. */
  const processing = useRef<{ abandon(): void } | null>(null)
  const pictureUrl = useObjectUrl(chosenFile) ?? current

  function handleFile(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.currentTarget.files ?? []
    // Lets the user pick the same file again.
    event.currentTarget.value = ''
    if (!file) return
    onProcessing(
      new Promise(resolve => {
        const current = { abandon: () => resolve(true) }
        processing.current = current
        void processFile(file, () => processing.current === current).then(resolve)
      }),
    )
  }

  async function processFile(file: File, isCurrent: () => boolean): Promise<boolean> {
    setProcessing(true)
    const processed = await createProfilePicture(file)
    if (!isCurrent()) return true
    processing.current = null
    setProcessing(false)
    setValidationError('validationError' in processed ? t(processed.validationError) : '')
    if ('picture' in processed) onChoose(processed.picture)
    return 'picture' in processed
  }

  function remove() {
    processing.current?.abandon()
    processing.current = null
    setProcessing(false)
    setValidationError('')
    onRemove()
    // The pressed button disappears, so move the focus.
    chooseButton.current?.focus()
  }

  const errorMessage = validationError || error
  return (
    <fieldset className="picture-picker" aria-labelledby={`${id}-label`}>
      {person.name === '' && pictureUrl === null ? (
        <span className="picture-picker__nobody">
          <IconPath path="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21a8 8 0 0 1 16 0" />
        </span>
      ) : (
        <Avatar person={{ ...person, picture: pictureUrl }} />
      )}
      <div className="picture-picker__side">
        <span className="field__label" id={`${id}-label`}>
          {t('accounts.picture')} {t('common.optional')}
        </span>
        <div className="picture-picker__buttons">
          <Button ref={chooseButton} busy={isProcessing} onClick={() => input.current?.click()}>
            {pictureUrl === null ? t('accounts.pictureChoose') : t('accounts.pictureChange')}
          </Button>
          {pictureUrl !== null && (
            <Button kind="quiet" onClick={remove}>
              {t('accounts.pictureRemove')}
            </Button>
          )}
        </div>
        <input ref={input} type="file" accept="image/jpeg,image/png" hidden onChange={handleFile} />
        {errorMessage ? (
          <Message kind="error">{errorMessage}</Message>
        ) : (
          <Message>{isUploading && chosenFile ? t('accounts.uploading') : t('accounts.pictureHint')}</Message>
        )}
      </div>
    </fieldset>
  )
}
