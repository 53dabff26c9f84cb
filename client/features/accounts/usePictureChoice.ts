import { useEffect, useRef, useState } from 'react'

/**
 * The picture of a form. A photo takes a moment to be made small, and whoever sends the form meanwhile means it to come along.
 *
 * @param initial the choice before anybody chooses.
 */
export function usePictureChoice<Choice>(initial: Choice) {
  const [choice, setChoice] = useState(initial)
  const latest = useRef(initial)
  const making = useRef<Promise<boolean> | null>(null)
  const isLeft = useRef(false)

  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])

  return {
    choice,
    choose(chosen: Choice) {
      latest.current = chosen
      setChoice(chosen)
    },
    /** Notes that a picture is being made; `made` resolves with whether that can be sent. */
    noteMaking(made: Promise<boolean>) {
      making.current = made
      void made.then(() => {
        if (making.current === made) making.current = null
      })
    },
    /** What is to be sent, once it is made. Undefined when nothing is: the file was no picture, or the form was left meanwhile. */
    async toSend(): Promise<Choice | undefined> {
      for (let made = making.current; made !== null; made = making.current)
        if (!(await made)) return undefined
      return isLeft.current ? undefined : latest.current
    },
    /** Whether nothing else was chosen since that was sent. */
    isUnchangedSince: (sent: Choice) => latest.current === sent,
  }
}
