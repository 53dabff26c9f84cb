import { answerQuestions } from './answerQuestions.ts'
import { colourCode } from './code.engine.ts'

answerQuestions(colourCode)
