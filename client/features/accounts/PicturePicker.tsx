import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Message } from '#client/ui/Message.tsx'
import { makePicture } from './picture.making.ts'
import './PicturePicker.css'

interface PicturePickerProps {
  /** Whose face it is: the default picture is drawn from it. */
  person: { userNo: number; name: string }
  /** The address of the picture in use, or null. */
  current?: string | null
  chosen: File | null
  onChoose: (picture: File) => void
  onRemove: () => void
  /** Called with each file that is given; `made` resolves, once a picture of it was made and chosen, with whether it is one. */
  onMaking: (made: Promise<boolean>) => void
  /** While the picture is on its way to the server. */
  isUploading: boolean
  error?: string | undefined
}

/** The one profile picture: shows what it will be, takes another file, or takes it away. */
export function PicturePicker({
  person,
  current = null,
  chosen,
  onChoose,
  onRemove,
  onMaking,
  isUploading,
  error,
}: PicturePickerProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const chooseButton = useRef<HTMLButtonElement>(null)
  const [validationError, setValidationError] = useState('')
  const [isReading, setReading] = useState(false)
  /** The picture that is being made: whoever removes it meanwhile waits for it no more. */
  const making = useRef<{ abandon(): void } | null>(null)
  const address = useObjectUrl(chosen) ?? current

  function take(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.currentTarget.files ?? []
    // So that the same file can be chosen again.
    event.currentTarget.value = ''
    if (!file) return
    onMaking(
      new Promise(resolve => {
        const mine = { abandon: () => resolve(true) }
        making.current = mine
        void choose(file, () => making.current === mine).then(resolve)
      }),
    )
  }

  async function choose(file: File, isWanted: () => boolean): Promise<boolean> {
    setReading(true)
    const made = await makePicture(file)
    if (!isWanted()) return true
    making.current = null
    setReading(false)
    setValidationError('validationError' in made ? t(made.validationError) : '')
    if ('picture' in made) onChoose(made.picture)
    return 'picture' in made
  }

  function remove() {
    making.current?.abandon()
    making.current = null
    setReading(false)
    setValidationError('')
    onRemove()
    // The button that was pressed goes.
    chooseButton.current?.focus()
  }

  const errorMessage = validationError || error
  return (
    <fieldset className="picture-picker" aria-labelledby={`${id}-label`}>
      <Avatar person={{ ...person, picture: address }} />
      <div className="picture-picker__side">
        <span className="field__label" id={`${id}-label`}>
          {t('accounts.picture')} {t('common.optional')}
        </span>
        <div className="picture-picker__buttons">
          <Button ref={chooseButton} busy={isReading} onClick={() => input.current?.click()}>
            {address === null ? t('accounts.pictureChoose') : t('accounts.pictureChange')}
          </Button>
          {address !== null && (
            <Button kind="quiet" onClick={remove}>
              {t('accounts.pictureRemove')}
            </Button>
          )}
        </div>
        <input ref={input} type="file" accept="image/jpeg,image/png" hidden onChange={take} />
        {errorMessage ? (
          <Message kind="error">{errorMessage}</Message>
        ) : (
          <Message>{isUploading && chosen ? t('accounts.uploading') : t('accounts.pictureHint')}</Message>
        )}
      </div>
    </fieldset>
  )
}

/** An address under which the page can show the file; null for none. */
function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (file === null) return setUrl(null)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
