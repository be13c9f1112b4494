export { visible, visibleLine } from '../src/errors/visible.ts'
