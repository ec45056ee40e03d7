#!/usr/bin/env bash
# The libraries of packaging/sources.sh as one archive, for a system that this distribution has none for. Their
# sources are compiled as they are, without their configure: what that would find out stands in libraries/.
#
#   packaging/libraries.sh FOLDER COMPILER ARCHIVER [FLAG...]   makes FOLDER/libraries.a and FOLDER/include
#   SQL=1: with SQLite; SMALL=-Oz: how what is small and not fast is compiled (-Os)
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
into=$1 compiler=$2 archiver=$3 small=${SMALL:--Os}
shift 3
[ ! -e "$into/libraries.a" ] || exit 0
packaging/sources.sh
mkdir -p "$into"
into=$(cd "$into" && pwd)
own=$PWD/packaging/libraries
cd "$WORK/sources"

include=$into/include
rm -rf "$include"
mkdir -p "$include/cjson"
cp zlib/{zlib,zconf}.h zstd/lib/{zstd,zstd_errors}.h lz4/lib/{lz4,lz4hc,lz4frame}.h bzip2/bzlib.h "$include/"
cp -r xz/src/liblzma/api/. "$include/"
cp pcre2/src/pcre2.h.generic "$include/pcre2.h"
cp cjson/cJSON.h "$include/cjson/"
cp libarchive/libarchive/archive{,_entry}.h sqlite/sqlite3{,ext}.h "$include/"
mkdir -p "$into/lzma" "$into/archive"
cp "$own/liblzma.h" "$into/lzma/config.h"
cp "$own/libarchive.h" "$into/archive/config.h"
cp pcre2/src/pcre2_chartables.c.dist "$into/pcre2_chartables.c"

# units LIBRARY SOURCES... -- FLAGS...: a line for each source, "object source flags". What recordings are seldom packed
# with is small, not fast.
units() {
    local library=$1 source sources=()
    shift
    while [ "$1" != -- ]; do sources+=("$1") && shift; done
    shift
    for source in "${sources[@]}"; do
        echo "$into/$library-$(basename "$source" .c).o $source $*"
    done
}
lzma=xz/src/liblzma
archive=libarchive/libarchive
{
    units zlib zlib/{adler32,compress,crc32,deflate,inffast,inflate,inftrees,trees,uncompr,zutil}.c -- -DHAVE_UNISTD_H
    units zstd zstd/lib/common/{debug,entropy_common,error_private,fse_decompress,xxhash,zstd_common}.c \
        zstd/lib/decompress/*.c -- -DZSTD_DISABLE_ASM -DDYNAMIC_BMI2=0 -DZSTD_FORCE_DECOMPRESS_SEQUENCES_SHORT -DHUF_FORCE_DECOMPRESS_X1 -DDEBUGLEVEL=0 -DXXH_NAMESPACE=ZSTD_
    units lz4 lz4/lib/{lz4,lz4hc,lz4frame,xxhash}.c -- $small -DXXH_NAMESPACE=LZ4_
    units bzip2 bzip2/{blocksort,bzlib,compress,crctable,decompress,huffman,randtable}.c -- $small -DBZ_NO_STDIO
    units lzma $lzma/check/{check,crc32_fast,crc32_table,crc64_fast,crc64_table,sha256}.c $lzma/delta/delta_{common,decoder}.c \
        $lzma/common/{alone_decoder,block_decoder,block_header_decoder,block_util,common,filter_common,filter_decoder}.c \
        $lzma/common/{filter_flags_decoder,index,index_hash,lzip_decoder,stream_decoder,stream_flags_common}.c \
        $lzma/common/{stream_flags_decoder,vli_decoder,vli_size}.c $lzma/lz/lz_decoder.c \
        $lzma/lzma/lzma{,2}_decoder.c $lzma/simple/{arm,arm64,armthumb,ia64,powerpc,simple_coder,simple_decoder,sparc,x86}.c \
        -- $small -DHAVE_CONFIG_H -DTUKLIB_SYMBOL_PREFIX=lzma_ -I"$into/lzma" -Ixz/src/common -I$lzma/api -I$lzma/common \
        -I$lzma/check -I$lzma/lz -I$lzma/rangecoder -I$lzma/lzma -I$lzma/delta -I$lzma/simple
    units pcre2 pcre2/src/pcre2_{auto_possess,compile,config,context,convert,dfa_match,error,extuni,find_bracket}.c \
        pcre2/src/pcre2_{jit_compile,maketables,match,match_data,newline,ord2utf,pattern_info,script_run,serialize}.c \
        pcre2/src/pcre2_{string_utils,study,substitute,substring,tables,ucd,valid_utf,xclass}.c "$into/pcre2_chartables.c" \
        -- $small -DPCRE2_CODE_UNIT_WIDTH=8 -DPCRE2_STATIC -DSUPPORT_PCRE2_8 -DSUPPORT_UNICODE -DHEAP_LIMIT=20000000 \
        -DLINK_SIZE=2 -DMATCH_LIMIT=10000000 -DMATCH_LIMIT_DEPTH=MATCH_LIMIT -DMAX_NAME_COUNT=10000 \
        -DMAX_NAME_SIZE=32 -DNEWLINE_DEFAULT=2 -DPARENS_NEST_LIMIT=250 -DSTDC_HEADERS -DHAVE_STRING_H \
        -DHAVE_STDLIB_H -DHAVE_LIMITS_H -DHAVE_STDINT_H -DHAVE_INTTYPES_H -DHAVE_MEMMOVE -Ipcre2/src
    units cjson cjson/cJSON.c --
    units archive $archive/archive_{acl,check_magic,cmdline,cryptor,digest,entry,entry_sparse,entry_stat,entry_xattr,hmac}.c \
        $archive/archive_{options,ppmd7,ppmd8,random,rb,string,string_sprintf,util,version_details,virtual,windows}.c \
        $archive/archive_read{,_append_filter,_add_passphrase,_set_format,_set_options}.c \
        $archive/archive_read_support_{filter_*,format_empty,format_raw,format_tar,format_zip}.c \
        $archive/xxhash.c "$own/never.c" \
        -- $small -DHAVE_CONFIG_H -I"$into/archive" -DLIBARCHIVE_STATIC -DLZMA_API_STATIC
    [ -z "${SQL:-}" ] || units sqlite sqlite/sqlite3.c -- $small -DSQLITE_ENABLE_COLUMN_METADATA -DSQLITE_ENABLE_MATH_FUNCTIONS \
        -DSQLITE_THREADSAFE=1 -DSQLITE_OMIT_DEPRECATED -DSQLITE_OMIT_INCRBLOB -DSQLITE_OMIT_SHARED_CACHE -DSQLITE_UNTESTABLE -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_DQS=0
} >"$into/units"

common="-w -O2 -ffunction-sections -fdata-sections -ffile-prefix-map=$WORK=. -I$include $*"
export compiler common
# shellcheck disable=SC2016 # expanded there
xargs -P "$(nproc)" -I '{}' bash -c 'read -r out source flags <<<"{}" && { [ -e "$out" ] || eval "$compiler $common $flags -c $source -o $out"; }' \
    <"$into/units" >"$into/log" 2>&1 || {
    tail -n 30 "$into/log" >&2
    fail "the libraries could not be compiled"
}
mapfile -t objects < <(cut -d ' ' -f 1 "$into/units")
rm -f "$into/libraries.new"
"$archiver" rcs "$into/libraries.new" "${objects[@]}"
rm -f "${objects[@]}"
mv "$into/libraries.new" "$into/libraries.a"
